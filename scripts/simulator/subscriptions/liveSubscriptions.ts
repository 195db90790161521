import type { Answer, Operation, OperationRequest } from "../Operation.ts"
import type { Stage } from "../Stage.ts"
import { drawGift, drawJobs, drawSubscriptions, drawTime, RULES_EACH } from "./drawSubscription.ts"
import type { SubscriptionWitness } from "./SubscriptionWitness.ts"
import { creatorsOf } from "./setUpSubscriptions.ts"

const BURST_MAX = 8
/** Other commands that run beside those of subscriptions. */
const BESIDE_MAX = 3
/** Deposits in bitcoin count after two blocks. */
const BITCOIN = 1
const CONFIRMED = 2
const DAY_MS = 86_400_000
/** Cycles in one job. */
const CYCLES_MAX = 200
/** A term has at most twelve periods, and its last renewal may have been just now. */
const LONGEST_MS = 400 * DAY_MS
const ROUNDS_MAX = 20

type Needs = {
  readonly stage: Stage
  readonly witness: SubscriptionWitness
  /** Executes a burst, up to so many other commands beside it, and audits it. */
  readonly perform: (
    burst: ReadonlyArray<OperationRequest>,
    besideMax: number,
  ) => Promise<ReadonlyArray<{ readonly answer: Answer }>>
  readonly fail: (why: string, details: ReadonlyArray<string>) => never
}

/** What people and workers do with subscriptions in a world. */
export const liveSubscriptions = ({ stage, witness, perform, fail }: Needs) => {
  const { dice } = stage
  const request = (operation: Operation) => perform([{ commandId: dice.id(), atMs: stage.atMs, operation }], 0)

  const work = async () => {
    drawTime(stage)
    // A worker may read a list that is behind: it contains cycles which were closed meanwhile.
    await perform(drawJobs(stage, witness.cycles.slice(0, CYCLES_MAX)), BESIDE_MAX)
  }

  const leave = async () => {
    stage.leftMs = stage.atMs + 1
    await request({ kind: "leave", creator: dice.pick(creatorsOf(stage)), people: stage.people, rules: RULES_EACH })
    stage.atMs += 1
  }

  const subscribeTo = async (person: string) => {
    const [creator = ""] = creatorsOf(stage).filter((each) => each !== person)
    const terms = { msf: "1000", assetTypeId: BITCOIN, periods: dice.pick([1, 3, 12] as const), autoRenew: true }
    await request({
      ...{ kind: "subscribe", person, number: 1, rate: String(stage.rate.mid), weights: [[creator, 1]] },
      ...{ terms: { ...terms, onLeave: "others" }, intent: "active", seat: null, pays: true },
    })
  }

  /** Buys a gift, which somebody may claim at once. */
  const giveAway = async (person: string) => {
    await request(drawGift(stage, person, BITCOIN))
    const gift = witness.gifts.findLast(({ payerId }) => payerId === person)
    if (gift === undefined || dice.chance(0.4)) return
    await request({ kind: "claimGift", person: dice.pick(stage.people), payer: person, giftId: gift.giftId })
  }

  /** A deposit pays for a subscription or a gift, and a reorganization undoes it. */
  const payWithLostDeposit = async () => {
    const person = dice.pick(stage.people)
    const index = stage.people.indexOf(person)
    const script = stage.scripts.get(BITCOIN)?.[index]
    if (script === undefined || stage.away.has(BITCOIN)) return
    await request({ kind: "faucet", asset: BITCOIN, script, amount: String(dice.between(1, 50) * 100_000) })
    await request({ kind: "mine", asset: BITCOIN, blocks: CONFIRMED })
    await request({ kind: "scan", asset: BITCOIN })
    if (dice.chance(0.4)) await giveAway(person)
    else await subscribeTo(person)
    await perform(drawSubscriptions(stage, dice.between(1, BURST_MAX), witness), BESIDE_MAX)
    await request({ kind: "reorg", asset: BITCOIN, depth: CONFIRMED + 1, isLost: true })
    await request({ kind: "scan", asset: BITCOIN })
  }

  return {
    /** One thing that happens: people change rules, or a worker settles them after some time. */
    next: async (): Promise<void> => {
      const kind = dice.below(10)
      if (kind < 6) await perform(drawSubscriptions(stage, dice.between(1, BURST_MAX), witness), BESIDE_MAX)
      else if (kind < 9) await work()
      else if (dice.chance(0.6)) await payWithLostDeposit()
      else if (dice.chance(0.5)) await work()
      else await leave()
    },

    /** Compares the levels that processes answer with those that follow from the events. */
    checkLevels: async (): Promise<void> => {
      for (const person of stage.people) {
        const creators = creatorsOf(stage)
        const [found] = await request({ kind: "levels", person, creators })
        const right = creators.map((creator) => witness.levelOf(person, creator, stage.atMs)).join()
        if (found?.answer.detail !== right)
          fail("a level is shown that does not follow from the events", [
            `${person}: ${found?.answer.detail}, should be ${right}`,
          ])
      }
    },

    /** Cancels all rules, and works until every cycle is closed. */
    end: async (): Promise<void> => {
      for (const person of stage.people)
        for (let number = 1; number <= RULES_EACH; number += 1) {
          const none = { weights: [], terms: null, seat: null, pays: false, rate: String(stage.rate.mid) }
          await request({ kind: "subscribe", person, number, intent: "cancelled", ...none })
        }
      for (const { payerId, giftId } of witness.gifts)
        await request({ kind: "returnGift", person: payerId, giftId, reason: "unclaimed" })
      // Gifts may begin after others that were claimed before.
      for (let round = 0; round < ROUNDS_MAX && (round < 1 || witness.cycles.length > 0); round += 1) {
        stage.atMs += LONGEST_MS
        await perform(drawJobs(stage, witness.cycles.slice(0, CYCLES_MAX)), BESIDE_MAX)
      }
      if (witness.cycles.length > 0)
        fail(
          "cycles stay open",
          witness.cycles.map((cycle) => JSON.stringify(cycle)),
        )
    },
  }
}
