import { replay } from "#core/kernel"
import { Cycle, type CycleState } from "../cycle/Cycle.ts"
import { closeCycle } from "../cycle/closeCycle.ts"
import type { ForwardsByCreator } from "../forwards/forwardParts.ts"
import { PAYDAY_DELAY_MS } from "../limits.ts"
import { dueNow, missRenewal } from "../rule/charge.ts"
import type { Charge, Price, SeatPrice, SeatsDue } from "../rule/chargeTypes.ts"
import type { MissedReason, RuleEvent } from "../rule/events.ts"
import { accessUntil, endOf, Rule, type RuleState } from "../rule/Rule.ts"

type OpenCycle = NonNullable<CycleState>

/** A rule as it is now, with its cycles that are not closed, and what prices it. */
export type RehearsedRule = {
  readonly personId: string
  readonly number: number
  readonly state: RuleState
  readonly open: ReadonlyArray<OpenCycle>
  /** Null if there is no current rate. */
  readonly price: Price | null
  readonly isOffered: boolean
  /** The premium seats that would be renewed now. */
  readonly seats: ReadonlyArray<SeatPrice>
}

/** A charge that will be tried; with a problem, access ends after the grace period unless it is solved. */
export type RehearsedCharge = {
  readonly number: number
  readonly atMs: number
  readonly assetTypeId: number
  readonly units: bigint
  /** Premium seats that it pays for. */
  readonly seats: number
  readonly problem: MissedReason | null
}

/** A part of a period that is paid out: to a creator, or, without one, to the platform. */
export type RehearsedShare = {
  readonly number: number
  readonly atMs: number
  readonly assetTypeId: number
  readonly creatorId: string | null
  readonly units: bigint
  readonly isPremium: boolean
  /** What the creator passes on of it. */
  readonly forwarded: ReadonlyArray<{ readonly toId: string; readonly units: bigint }>
}

export type Rehearsal = {
  readonly charges: ReadonlyArray<RehearsedCharge>
  readonly shares: ReadonlyArray<RehearsedShare>
}

/** Steps of one rehearsal: ten rules have 120 renewals and paydays a year, and a few more ends. */
const STEPS_MAX = 1_000

/**
 * Plays what happens to the rules of a person until a time if nobody changes anything and rates stay: the product's own
 * decisions over its own states, in memory. Nothing is recorded.
 * @param available spendable units by asset; null if every charge is covered
 * @param forwards what creators pass on of their payments
 */
export const rehearse = (
  rules: ReadonlyArray<RehearsedRule>,
  available: ReadonlyMap<number, bigint> | null,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
  forwards: ForwardsByCreator = new Map(),
): Rehearsal => {
  const balances = new Map(available)
  const add = (asset: number, units: bigint) => balances.set(asset, (balances.get(asset) ?? 0n) + units)
  const covers = (asset: number, units: bigint) => available === null || (balances.get(asset) ?? 0n) >= units
  const charges: Array<RehearsedCharge> = []
  const shares: Array<RehearsedShare> = []
  const lives = rules.map((rule) => ({ ...rule, open: [...rule.open], isOver: false }))
  type Life = (typeof lives)[number]

  const record = (life: Life, events: ReadonlyArray<RuleEvent>) => {
    life.state = replay({ ...Rule, initial: life.state }, events)
  }
  const charge = (
    life: Life,
    atMs: number,
    { events, cycles, seatCycles, units }: Charge,
    problem: MissedReason | null,
  ) => {
    const { number } = life
    const assetTypeId = cycles[0]?.assetTypeId ?? 0
    charges.push({ number, atMs, assetTypeId, units, seats: seatCycles[0]?.seats.length ?? 0, problem })
    if (problem !== null) return
    add(assetTypeId, -units)
    record(life, events)
    for (const begun of cycles) {
      const seats = seatCycles.filter(({ n }) => n === begun.n)
      const cycle = [begun, ...seats].reduce<CycleState>(Cycle.evolve, null)
      if (cycle !== null) life.open.push(cycle)
    }
  }
  const renew = (life: Life, atMs: number) => {
    const { personId, number, price, isOffered } = life
    const of = { personId, number, nowMs: atMs }
    const seats = seatsDue(life)
    const due = dueNow(of, life.state, price, isOffered, seats)
    if (due._tag === "Nothing") life.isOver = true
    if (due._tag === "Events") {
      const missed = due.events.find((event) => event._tag === "subscriptions.RenewalMissed.v1")
      if (missed !== undefined) {
        const { assetTypeId } = life.state.terms
        charges.push({ number, atMs, assetTypeId, units: 0n, seats: 0, problem: missed.reason })
      }
      record(life, due.events)
    }
    if (due._tag !== "Charge") return
    const asset = due.charge.cycles[0]?.assetTypeId ?? 0
    if (covers(asset, due.charge.units)) return charge(life, atMs, due.charge, null)
    // The fee comes first, as when it is charged.
    const feeAlone = dueNow(of, life.state, price, isOffered, { ...seats, paid: [] })
    if (feeAlone._tag === "Charge" && seats.paid.length > 0 && covers(asset, feeAlone.charge.units))
      return charge(life, atMs, feeAlone.charge, null)
    charge(life, atMs, due.charge, "balance")
    const missed = missRenewal(of, life.state, "balance")
    if (missed._tag === "Events") record(life, missed.events)
  }
  const pay = (life: Life, cycle: OpenCycle, atMs: number) => {
    life.open = life.open.filter((other) => other !== cycle)
    const { n, endMs, units, assetTypeId } = cycle
    const closing = { endMs, units, closedIds: new Set<string>(), forwards, paydayId: `${n}`, nowMs: atMs }
    const closed = closeCycle(cycle, life.state, closing)
    const { seats = [] } = closed
    const of = { number: life.number, atMs, assetTypeId }
    const cut = [closed.cut, ...seats.map((seat) => seat.cut)].reduce((sum, part) => sum + BigInt(part), 0n)
    const share = (isPremium: boolean, { creatorId, units: paid, forwarded = [] }: (typeof closed.shares)[number]) => {
      const parts = forwarded.map((part) => ({ toId: part.toId, units: BigInt(part.units) }))
      shares.push({ ...of, creatorId, units: BigInt(paid), isPremium, forwarded: parts })
    }
    for (const paid of closed.shares) share(false, paid)
    for (const paid of seats) share(true, paid)
    if (cut > 0n) shares.push({ ...of, creatorId: null, units: cut, isPremium: false, forwarded: [] })
    add(
      assetTypeId,
      seats.reduce((sum, { returned }) => sum + BigInt(returned), BigInt(closed.returned)),
    )
  }

  for (let step = 0; step < STEPS_MAX; step += 1) {
    const next = lives.flatMap((life) => duesOf(life, nowMs)).sort((one, other) => one.atMs - other.atMs)[0]
    if (next === undefined || next.atMs > untilMs) break
    const life = lives[lives.findIndex(({ personId, number }) => personId === next.personId && number === next.number)]
    if (life === undefined) break
    if (next.cycle === null) renew(life, next.atMs)
    else pay(life, next.cycle, next.atMs)
  }
  return { charges, shares }
}

/** When a rule is settled next, and its cycles are paid out. */
const duesOf = (
  { personId, number, state, open, isOver }: RehearsedRule & { readonly isOver: boolean },
  nowMs: number,
) => {
  const { term, missedMs } = state
  const dueMs = term === null || isOver ? null : missedMs === null ? endOf(term) : accessUntil(state)
  return [
    ...open.map((cycle) => ({ personId, number, cycle, atMs: Math.max(nowMs, cycle.endMs + PAYDAY_DELAY_MS) })),
    ...(dueMs === null ? [] : [{ personId, number, cycle: null, atMs: Math.max(nowMs, dueMs) }]),
  ]
}

/** The seats that a charge pays for: those that would be renewed now, as long as the rule keeps them. */
const seatsDue = ({ state, seats }: Pick<RehearsedRule, "state" | "seats">): SeatsDue => {
  const renewing = [...state.seats].flatMap(([creatorId, { isRenewing }]) => (isRenewing ? [creatorId] : []))
  const paid = seats.filter(({ creatorId }) => renewing.includes(creatorId))
  const ids = new Set(paid.map(({ creatorId }) => creatorId))
  return { paid, withdrawnIds: new Set(renewing.filter((creatorId) => !ids.has(creatorId))) }
}
