import type { Aggregate } from "#core/kernel"
import { GRACE_MS, type OnLeave, RULE_DEFAULTS, type TermPeriods } from "../limits.ts"
import { type RuleEvent, RuleEvents } from "./events.ts"
import { endMembership, type Membership, setWeight } from "./membership.ts"

/** What the next charge pays for. */
export type Terms = {
  readonly assetTypeId: number
  readonly currencyId: number
  /** The monthly fee in minor units of the base currency. */
  readonly msf: bigint
  readonly periods: TermPeriods
  readonly autoRenew: boolean
  readonly onLeave: OnLeave
}

export type TermCycle = { readonly n: number; readonly startMs: number; readonly endMs: number; readonly units: bigint }

/** A charged term. */
export type Term = Pick<Terms, "assetTypeId" | "currencyId" | "msf"> & {
  readonly anchorMs: number
  readonly place: number
  readonly feeUnits: bigint
  readonly cycles: ReadonlyArray<TermCycle>
}

/** Premium with a creator. */
export type Seat = {
  readonly channelId: number
  /** The monthly price that was agreed to, in minor units of the base currency of the rule. */
  readonly pmsf: bigint
  /** Since when it is paid without a pause, and until when. */
  readonly fromMs: number
  readonly untilMs: number
  /** When it was charged last. */
  readonly paidMs: number
  readonly isRenewing: boolean
}

export type RuleState = {
  /** Null if there is no such rule. */
  readonly personId: string | null
  readonly number: number
  readonly terms: Terms
  readonly intent: "active" | "paused" | "cancelled"
  readonly creators: ReadonlyMap<string, Membership>
  /**
   * When creators left by themselves or were withheld, with the weights that they had, and the number of their spans until then: a later
   * one means that they came back. Times would not tell, because clocks may be set back.
   */
  readonly left: ReadonlyMap<
    string,
    ReadonlyArray<{ readonly ms: number; readonly weight: number; readonly spans: number }>
  >
  /** Creators whose channel operators withhold, with the weight that they return with. */
  readonly withheld: ReadonlyMap<string, number>
  /** Premium seats by creator, from their charge until they are given back. */
  readonly seats: ReadonlyMap<string, Seat>
  /** When creators left who had a seat: their premium counts up to then. */
  readonly seatsLeft: ReadonlyMap<string, ReadonlyArray<number>>
  /** The last charged term, until access ends. */
  readonly term: Term | null
  /** The last price that was charged or announced, which limits renewals. */
  readonly lastPrice: Pick<Term, "assetTypeId" | "currencyId" | "msf" | "feeUnits"> | null
  /** When the renewal of the term could not be charged. */
  readonly missedMs: number | null
  /** The last reminder of the next renewal: so many days before it. */
  readonly remindedDays: number | null
  readonly lastCycle: number
  readonly lastRefundMs: number | null
  /** Sharing by reading time: whether it is on, when parts were set last, and the parts of creators by cycle. */
  readonly reading: {
    readonly isOn: boolean
    readonly setMs: number | null
    readonly parts: ReadonlyMap<number, ReadonlyMap<string, number>>
  }
}

/** A rule of a person, by `ruleIdOf`: how much they pay, and which creators share it. */
export const Rule: Aggregate<RuleState, RuleEvent> = {
  category: "rule",
  events: RuleEvents,
  initial: {
    ...{ personId: null, number: 0, intent: "active", creators: new Map(), term: null, lastPrice: null },
    ...{ left: new Map(), withheld: new Map(), seats: new Map(), seatsLeft: new Map() },
    ...{ missedMs: null, remindedDays: null, lastCycle: 0, lastRefundMs: null },
    reading: { isOn: false, setMs: null, parts: new Map() },
    terms: {
      assetTypeId: RULE_DEFAULTS.mainAssetTypeId,
      currencyId: RULE_DEFAULTS.currencyId,
      msf: RULE_DEFAULTS.msf,
      periods: RULE_DEFAULTS.periods,
      autoRenew: RULE_DEFAULTS.autoRenew,
      onLeave: RULE_DEFAULTS.onLeave,
    },
  },
  evolve: (state, event) => {
    switch (event._tag) {
      case "subscriptions.RuleAdded.v1":
        return { ...state, personId: event.personId, number: event.number }
      case "subscriptions.TermsSet.v1": {
        const { assetTypeId, currencyId, msf, periods, autoRenew, onLeave = RULE_DEFAULTS.onLeave } = event
        return { ...state, terms: { assetTypeId, currencyId, msf: BigInt(msf), periods, autoRenew, onLeave } }
      }
      case "subscriptions.CreatorSet.v1": {
        const { creatorId, weight, countsUntil, setAt } = event
        const known = state.creators.get(creatorId) ?? []
        const membership =
          countsUntil === null
            ? setWeight(known, weight, Date.parse(setAt))
            : endMembership(known, Date.parse(countsUntil))
        const creators = new Map(state.creators).set(creatorId, membership)
        const withheld = new Map(state.withheld)
        withheld.delete(creatorId)
        if (event.by === "payer" || countsUntil === null) return { ...state, creators, withheld }
        const last = known.at(-1)
        if (event.by === "operator") withheld.set(creatorId, last?.weight ?? 0)
        const ms = Math.max(Date.parse(countsUntil), last?.fromMs ?? 0)
        const departure = { ms, weight: last?.weight ?? 0, spans: known.length }
        return {
          ...state,
          creators,
          withheld,
          left: new Map(state.left).set(creatorId, [...(state.left.get(creatorId) ?? []), departure]),
        }
      }
      case "subscriptions.IntentSet.v1":
        return { ...state, intent: event.intent }
      case "subscriptions.ReadingShareSet.v1": {
        const { isOn, cycle } = event
        const parts = isOn ? state.reading.parts : new Map([...state.reading.parts].filter(([n]) => n !== cycle))
        return { ...state, reading: { ...state.reading, isOn, parts } }
      }
      case "subscriptions.ReadingPartsSet.v1": {
        const own = new Map(event.parts.map(({ creatorId, perMille }) => [creatorId, perMille]))
        const parts = new Map(state.reading.parts).set(event.cycle, own)
        return { ...state, reading: { ...state.reading, setMs: Date.parse(event.setAt), parts } }
      }
      case "subscriptions.TermBegun.v1": {
        const { assetTypeId, currencyId, place } = event
        const price = { assetTypeId, currencyId, msf: BigInt(event.msf), feeUnits: BigInt(event.feeUnits) }
        const cycles = event.cycles.map(({ n, startsAt, endsAt, units }) => ({
          ...{ n, startMs: Date.parse(startsAt), endMs: Date.parse(endsAt), units: BigInt(units) },
        }))
        const term = { ...price, place, anchorMs: Date.parse(event.anchorAt), cycles }
        const lastCycle = cycles.at(-1)?.n ?? state.lastCycle
        return { ...state, intent: "active", term, lastPrice: price, missedMs: null, remindedDays: null, lastCycle }
      }
      case "subscriptions.RenewalMissed.v1":
        return { ...state, missedMs: Date.parse(event.missedAt) }
      case "subscriptions.RenewalReminded.v1": {
        const { assetTypeId, currencyId, msf, feeUnits, days } = event
        const lastPrice = { assetTypeId, currencyId, msf: BigInt(msf), feeUnits: BigInt(feeUnits) }
        return { ...state, lastPrice, remindedDays: days }
      }
      case "subscriptions.RuleLapsed.v1": {
        const lapsedMs = Date.parse(event.lapsedAt)
        return {
          ...state,
          ...{ term: null, missedMs: null, remindedDays: null },
          intent: event.reason === "missed" || event.reason === "undone" ? "paused" : state.intent,
          lastRefundMs: event.reason === "refunded" ? lapsedMs : state.lastRefundMs,
        }
      }
      case "subscriptions.SeatsPaid.v1": {
        const seats = new Map(state.seats)
        for (const { channelId, creatorId, pmsf } of event.seats) {
          const known = seats.get(creatorId)
          seats.set(creatorId, {
            ...{ channelId, pmsf: BigInt(pmsf), isRenewing: known?.isRenewing ?? true },
            ...{ fromMs: known?.fromMs ?? Date.parse(event.from), untilMs: Date.parse(event.until) },
            paidMs: Date.parse(event.paidAt),
          })
        }
        return { ...state, seats }
      }
      case "subscriptions.SeatRenewalSet.v1": {
        const { creatorId, isRenewing } = event
        const seat = state.seats.get(creatorId)
        return seat === undefined
          ? state
          : { ...state, seats: new Map(state.seats).set(creatorId, { ...seat, isRenewing }) }
      }
      case "subscriptions.SeatsLost.v1": {
        const [seats, seatsLeft] = [new Map(state.seats), new Map(state.seatsLeft)]
        for (const { creatorId } of event.seats) {
          // A clock that was set back must not place the departure before the charge that it ends.
          const lostMs = Math.max(Date.parse(event.lostAt), seats.get(creatorId)?.paidMs ?? 0)
          seats.delete(creatorId)
          if (event.reason === "creatorLeft") seatsLeft.set(creatorId, [...(seatsLeft.get(creatorId) ?? []), lostMs])
        }
        return { ...state, seats, seatsLeft }
      }
    }
  },
}

/** A rule of a person, at a time. */
export type RuleOf = { readonly personId: string; readonly number: number; readonly nowMs: number }

/** The id of a rule: the person, and its number from 1. */
export const ruleIdOf = (personId: string, number: number): string => `${personId}.${number}`

/** The cycle that runs at a time, if any. */
export const cycleAt = (term: Term | null, ms: number): TermCycle | null =>
  term?.cycles.find(({ startMs, endMs }) => startMs <= ms && ms < endMs) ?? null

export const endOf = ({ cycles }: Term): number => cycles.at(-1)?.endMs ?? 0

/** Creators with an open membership, sorted by id, so that ties take turns in a stable order. */
export const membersOf = ({ creators }: Pick<RuleState, "creators">) =>
  [...creators]
    .flatMap(([creatorId, membership]) => {
      const last = membership.at(-1)
      return last === undefined || last.toMs !== null ? [] : [{ creatorId, weight: last.weight }]
    })
    .sort((one, other) => (one.creatorId < other.creatorId ? -1 : 1))

export const creatorIdsOf = (state: Pick<RuleState, "creators">): ReadonlyArray<string> =>
  membersOf(state).map(({ creatorId }) => creatorId)

/** Whether the rule is charged again at the end of its term. */
export const isRenewing = (state: RuleState): boolean =>
  state.intent === "active" && state.terms.autoRenew && state.terms.msf > 0n && membersOf(state).length > 0

/** When access ends if nothing is charged until then; 0 without a term. A renewal that is late has a grace period. */
export const accessUntil = (state: RuleState): number =>
  state.term === null ? 0 : endOf(state.term) + (isRenewing(state) ? GRACE_MS : 0)

/** The sum of the monthly fee and of the premium prices that the next charge pays for. */
export const renewingFee = ({ terms, seats }: Pick<RuleState, "terms" | "seats">): bigint =>
  [...seats.values()].reduce((sum, seat) => (seat.isRenewing ? sum + seat.pmsf : sum), terms.msf)

/** Whether a rule opens a creator's premium to its payer: paid seats stay open until their end, and in the grace period. */
export const opensPremium = (state: RuleState, creatorId: string, nowMs: number): boolean => {
  const seat = state.seats.get(creatorId)
  if (seat === undefined || state.term === null) return false
  return nowMs < (seat.isRenewing ? Math.max(seat.untilMs, accessUntil(state)) : seat.untilMs)
}
