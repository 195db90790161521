import { GIFT_PERIODS, partsByTime, readingBounds, TERM_PERIODS } from "#contract/subscriptions"
import type { Operation, OperationRequest, SubscriptionOperation } from "../Operation.ts"
import { ASSETS, type Stage } from "../Stage.ts"
import { channelOf, creatorsOf } from "./setUpSubscriptions.ts"

/** Rules that each person may have in a world. */
export const RULES_EACH = 2
const REMEMBERED_MAX = 400

/** The lowest and the highest rate of a walk, in dollars a coin. */
const [RATE_MIN, RATE_MAX] = [4_000, 800_000]

/** Gifts that nobody has claimed yet. */
export type OpenGifts = ReadonlyArray<{ readonly payerId: string; readonly giftId: string }>
/** Rules with a running cycle of several creators, whose payers read. */
export type ReadRules = ReadonlyArray<{
  readonly personId: string
  readonly number: number
  readonly creatorIds: ReadonlyArray<string>
  readonly msf: bigint
}>
type Known = { readonly gifts: OpenGifts; readonly rulesRead: (nowMs: number) => ReadRules }
type Draw = (stage: Stage, person: string, known: Known) => SubscriptionOperation

const change = (
  { dice, rate }: Stage,
  person: string,
  more: Partial<Extract<SubscriptionOperation, { kind: "subscribe" }>>,
): SubscriptionOperation => ({
  ...{ kind: "subscribe", person, number: dice.chance(0.75) ? 1 : RULES_EACH, rate: String(rate.mid) },
  ...{ weights: [], terms: null, intent: null, seat: null, pays: false },
  ...more,
})

const weightsOf = ({ dice, people }: Stage, least: number): ReadonlyArray<readonly [string, number]> => {
  const creators = creatorsOf({ people })
  return Array.from({ length: dice.between(1, 3) }, () => [dice.pick(creators), dice.between(least, 4)] as const)
}

const termsOf = ({ dice }: Stage) => ({
  ...{ msf: String(dice.between(1, 40) * 100), assetTypeId: dice.pick(ASSETS) },
  ...{ periods: dice.chance(0.7) ? 1 : dice.pick(TERM_PERIODS), autoRenew: dice.chance(0.85) },
  onLeave: dice.pick(["others", "back"] as const),
})

/** A subscription to some creator, for somebody else. */
export const drawGift = (stage: Stage, person: string, assetTypeId: number): SubscriptionOperation => {
  const { dice, rate } = stage
  const creator = dice.pick(creatorsOf(stage))
  return {
    ...{ kind: "buyGift", person, creator, channelId: channelOf(stage, creator), assetTypeId },
    ...{ msf: String(dice.between(1, 40) * 100), periods: dice.pick(GIFT_PERIODS), rate: String(rate.mid) },
  }
}

/** What a browser reports of a rule: parts in the ratio of some minutes, within the limits; rarely others, or none. */
const drawReading: Draw = (stage, person, { rulesRead }) => {
  const { dice } = stage
  const rules = rulesRead(stage.atMs)
  if (rules.length === 0) return { kind: "read", person, number: 1, isOn: dice.chance(0.8), parts: null }
  const { personId, number, creatorIds, msf } = dice.pick(rules)
  const rule = { kind: "read", person: personId, number } as const
  if (dice.chance(0.12)) return { ...rule, isOn: false, parts: null }
  const bounds = readingBounds(creatorIds.length, msf) ?? { floor: 1, cap: 999 }
  const minutes = creatorIds.map(() => dice.below(90))
  const parts = dice.chance(0.1) ? minutes : (partsByTime(minutes, bounds) ?? minutes)
  return { ...rule, isOn: true, parts: creatorIds.map((creatorId, place) => [creatorId, parts[place] ?? 0] as const) }
}

/** What people do with their rules and gifts, with weights. A new kind is one more row. */
const KINDS: ReadonlyArray<{ readonly weight: number; readonly draw: Draw }> = [
  {
    weight: 30,
    draw: (stage, person) =>
      change(stage, person, { weights: weightsOf(stage, 1), terms: termsOf(stage), intent: "active", pays: true }),
  },
  { weight: 12, draw: (stage, person) => change(stage, person, { intent: "active", pays: true }) },
  { weight: 14, draw: (stage, person) => change(stage, person, { weights: weightsOf(stage, 0) }) },
  { weight: 8, draw: (stage, person) => change(stage, person, { terms: termsOf(stage) }) },
  { weight: 5, draw: (stage, person) => change(stage, person, { intent: stage.dice.pick(["paused", "cancelled"]) }) },
  {
    weight: 14,
    draw: (stage, person) => {
      const creatorId = stage.dice.pick(creatorsOf(stage))
      return change(stage, person, {
        weights: [[creatorId, 1]],
        seat: { creatorId, channelId: channelOf(stage, creatorId), isWanted: stage.dice.chance(0.85) },
      })
    },
  },
  {
    weight: 9,
    draw: ({ dice }, person) => ({ kind: "refund", person, number: dice.chance(0.75) ? 1 : RULES_EACH }),
  },
  { weight: 8, draw: (stage, person) => drawGift(stage, person, stage.dice.pick(ASSETS)) },
  {
    weight: 10,
    draw: (stage, person, { gifts }) => {
      if (gifts.length === 0) return drawGift(stage, person, stage.dice.pick(ASSETS))
      const { payerId, giftId } = stage.dice.pick(gifts)
      return { kind: "claimGift", person, payer: payerId, giftId }
    },
  },
  {
    weight: 3,
    draw: (stage, person, { gifts }) => {
      if (gifts.length === 0) return drawGift(stage, person, stage.dice.pick(ASSETS))
      const { payerId, giftId } = stage.dice.pick(gifts)
      return { kind: "returnGift", person: payerId, giftId, reason: "payer" }
    },
  },
  {
    weight: 5,
    draw: (stage) => {
      const { dice, people } = stage
      const perMille = dice.chance(0.2) ? 0 : dice.between(1, 300)
      return { kind: "forward", person: dice.pick(creatorsOf(stage)), to: dice.pick(people), perMille }
    },
  },
  { weight: 14, draw: drawReading },
  {
    weight: 4,
    draw: ({ dice, rate }, person) => ({
      kind: "addRule",
      person,
      msf: String(dice.between(1, 9) * 100),
      rate: String(rate.mid),
    }),
  },
]

/** The rate moves by some per cent, sometimes by a multiple. */
const walk = ({ dice, rate }: Stage): void => {
  const factor = dice.chance(0.02) ? dice.pick([0.1, 0.5, 2, 10]) : 0.97 + dice.below(60) / 1_000
  rate.mid = Math.round(Math.max(RATE_MIN, Math.min(RATE_MAX, rate.mid * factor)))
}

/** A burst of commands on rules. Some are repeated at once or later, also with another payload under the same id. */
export const drawSubscriptions = (stage: Stage, size: number, known: Known): ReadonlyArray<OperationRequest> => {
  const { dice, agreed } = stage
  walk(stage)
  const people = dice.chance(0.4) ? [dice.pick(stage.people)] : stage.people
  return Array.from({ length: size }, (): OperationRequest => {
    stage.tick()
    const earlier = agreed.length > 0 && dice.chance(0.12) ? dice.pick(agreed) : null
    const operation =
      earlier !== null && dice.chance(0.7)
        ? earlier.operation
        : dice.weighed(KINDS).draw(stage, dice.pick(people), known)
    const requested = { commandId: earlier?.commandId ?? dice.id(), atMs: stage.atMs, operation }
    agreed.push(requested)
    if (agreed.length > REMEMBERED_MAX) agreed.splice(0, REMEMBERED_MAX / 2)
    return requested
  })
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** How far the clocks of two workers differ. */
const CLOCKS_APART_MS = 600_000

/** Moves time to the next run of a worker: mostly days, sometimes months, and sometimes an hour back. */
export const drawTime = (stage: Stage): void => {
  const { dice } = stage
  const jump = dice.below(20)
  if (jump === 0) stage.atMs += 90 * DAY_MS
  else if (jump < 4) stage.atMs += dice.between(20, 40) * DAY_MS
  else if (jump < 6) stage.atMs = Math.max(stage.leftMs, stage.atMs - HOUR_MS)
  else stage.atMs += dice.between(1, 6) * DAY_MS + dice.below(DAY_MS)
}

type OpenCycles = ReadonlyArray<{ readonly personId: string; readonly number: number; readonly n: number }>

/** The jobs of one or two workers, whose clocks differ by ten minutes. */
export const drawJobs = (stage: Stage, cycles: OpenCycles): ReadonlyArray<OperationRequest> => {
  const { dice, rate, people } = stage
  walk(stage)
  const jobs: ReadonlyArray<Operation> = [
    { kind: "settle", people, rules: RULES_EACH, rate: String(rate.mid) },
    { kind: "payday", cycles },
  ]
  const clocks = dice.chance(0.5) ? [0, CLOCKS_APART_MS] : [0]
  return clocks.flatMap((apartMs) =>
    jobs.map((operation) => ({ commandId: dice.id(), atMs: stage.atMs + apartMs, operation })),
  )
}
