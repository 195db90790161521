import type { CycleEvent } from "../cycle/events.ts"
import type { RuleEvent } from "../rule/events.ts"
import type { PremiumSeatEvent } from "../seats/events.ts"

/**
 * Checks premium in what a rule, its cycles and the channels recorded. Like the auditor of fees, it shares no code with the
 * product: it follows each seat through the events, and counts time and units itself.
 */

type RuleLog = ReadonlyArray<RuleEvent | CycleEvent>
type Closed = Extract<CycleEvent, { readonly _tag: "subscriptions.CycleClosed.v1" }>
type Charged = Extract<CycleEvent, { readonly _tag: "subscriptions.CycleCharged.v1" }>

const DAY = 86_400_000
const ms = (at: string) => new Date(at).getTime()

/** Problems of premium; empty if all is right. */
export const auditPremium = (log: RuleLog): ReadonlyArray<string> => [
  ...log.flatMap((event, index) =>
    event._tag === "subscriptions.CycleClosed.v1" ? seatProblems(log, log.slice(0, index), event) : [],
  ),
  ...overlapProblems(log),
]

/** Every seat that was charged in a cycle is paid out or returned with it, to the unit, for the time that it lasted. */
const seatProblems = (log: RuleLog, before: RuleLog, closed: Closed): ReadonlyArray<string> => {
  const cycle = log.find(
    (event): event is Charged => event._tag === "subscriptions.CycleCharged.v1" && event.n === closed.n,
  )
  const charged = before.flatMap((event, index) =>
    event._tag === "subscriptions.SeatsCharged.v1" && event.n === closed.n
      ? event.seats.map((seat) => ({ ...seat, index, chargedAt: event.chargedAt }))
      : [],
  )
  const seats = closed.seats ?? []
  if (cycle === undefined || charged.length !== seats.length)
    return [`cycle ${closed.n} has ${seats.length} of ${charged.length} seats`]
  const isRefund = log.some(
    (event) =>
      event._tag === "subscriptions.RuleLapsed.v1" && event.reason === "refunded" && event.lapsedAt === closed.closedAt,
  )
  return charged.flatMap(({ creatorId, units, from, index, chargedAt }, place) => {
    const seat = seats[place]
    if (seat === undefined || seat.creatorId !== creatorId) return [`cycle ${closed.n} names another creator`]
    const [all, used] = [BigInt(units), BigInt(seat.units) + BigInt(seat.cut)]
    if (used + BigInt(seat.returned) !== all) return [`cycle ${closed.n}: the seat of ${creatorId} is not ${units}`]
    if (closed.isUndone) return used === 0n ? [] : [`cycle ${closed.n} was undone and paid`]
    const ends = [ms(cycle.endsAt)]
    const isGivenUp = (event: RuleEvent | CycleEvent) =>
      event._tag === "subscriptions.SeatsLost.v1" && event.reason === "refunded" && event.lostAt === closed.closedAt
    const since = seatSince(
      before.filter((event) => !isGivenUp(event)),
      creatorId,
    )
    if (isRefund && since !== null) ends.push(Math.max(ms(closed.closedAt), since + 7 * DAY))
    const left = before.find(
      (event, place) =>
        place > index &&
        event._tag === "subscriptions.SeatsLost.v1" &&
        event.reason === "creatorLeft" &&
        event.creatorIds.includes(creatorId),
    )
    // A clock may be set back between the last charge and the departure.
    if (left?._tag === "subscriptions.SeatsLost.v1")
      ends.push(Math.max(ms(left.lostAt), ms(chargedAt), lastPaid(before.slice(0, before.indexOf(left)), creatorId)))
    const lasted = BigInt(Math.max(0, Math.min(...ends) - ms(from)))
    const whole = BigInt(Math.max(1, ms(cycle.endsAt) - ms(from)))
    // Rounded up to a unit.
    const isRightTime = (used - 1n) * whole < all * lasted && used * whole >= all * lasted
    const off = BigInt(seat.cut) * 1_000n - used * BigInt(cycle.cutPerMille)
    const isRightCut = -1_000n < off && off < 1_000n
    return isRightTime && isRightCut ? [] : [`cycle ${closed.n}: the seat of ${creatorId} is not paid for its time`]
  })
}

/** When a seat was paid last. */
const lastPaid = (before: RuleLog, creatorId: string): number =>
  before.reduce(
    (last, event) =>
      event._tag === "subscriptions.SeatsPaid.v1" && event.creatorIds.includes(creatorId) ? ms(event.paidAt) : last,
    0,
  )

/** Since when a seat is held without a pause; null if it is not. */
const seatSince = (before: RuleLog, creatorId: string): number | null => {
  let since: number | null = null
  for (const event of before) {
    if (event._tag === "subscriptions.SeatsLost.v1" && event.creatorIds.includes(creatorId)) since = null
    if (event._tag === "subscriptions.SeatsPaid.v1" && event.creatorIds.includes(creatorId)) since ??= ms(event.from)
  }
  return since
}

/** No moment of a seat is charged twice, except what was given back. */
const overlapProblems = (log: RuleLog): ReadonlyArray<string> => {
  const paid = new Map<string, number>()
  return log.flatMap((event) => {
    if (event._tag === "subscriptions.SeatsLost.v1") for (const id of event.creatorIds) paid.delete(id)
    if (event._tag !== "subscriptions.SeatsPaid.v1") return []
    return event.creatorIds.flatMap((creatorId) => {
      const twice = (paid.get(creatorId) ?? 0) > ms(event.from)
      paid.set(creatorId, ms(event.until))
      return twice ? [`the seat of ${creatorId} was paid twice from ${event.from}`] : []
    })
  })
}

/** Whether premium with a creator is open at a time, by the events alone. */
export const isPremiumOpen = (log: RuleLog, creatorId: string, nowMs: number): boolean => {
  let [until, isWanted, termEnd, isActive, autoRenew, msf] = [0, true, 0, true, false, "0"]
  const members = new Set<string>()
  for (const event of log) {
    if (event._tag === "subscriptions.SeatsPaid.v1" && event.creatorIds.includes(creatorId)) until = ms(event.until)
    if (event._tag === "subscriptions.SeatsLost.v1" && event.creatorIds.includes(creatorId))
      [until, isWanted] = [0, true]
    if (event._tag === "subscriptions.SeatRenewalSet.v1" && event.creatorId === creatorId) isWanted = event.isRenewing
    if (event._tag === "subscriptions.TermBegun.v1") [termEnd, isActive] = [ms(event.cycles.at(-1)?.endsAt ?? ""), true]
    if (event._tag === "subscriptions.RuleLapsed.v1") {
      if (event.reason === "missed" || event.reason === "undone") isActive = false
      termEnd = 0
    }
    if (event._tag === "subscriptions.IntentSet.v1") isActive = event.intent === "active"
    if (event._tag === "subscriptions.TermsSet.v1") [autoRenew, msf] = [event.autoRenew, event.msf]
    if (event._tag === "subscriptions.CreatorSet.v1") {
      if (event.weight === 0) members.delete(event.creatorId)
      else members.add(event.creatorId)
    }
  }
  if (until === 0 || termEnd === 0) return false
  const renews = isActive && autoRenew && msf !== "0" && members.size > 0
  return nowMs < (isWanted ? Math.max(until, termEnd + (renews ? 7 * DAY : 0)) : until)
}

/** The most seats of each channel that were in use while as many as that were not allowed; empty if all is right. */
export const auditSeats = (log: ReadonlyArray<PremiumSeatEvent>): ReadonlyArray<string> => {
  const channels = new Map<number, { cap: number; taken: Set<string>; held: Map<string, number> }>()
  return log.flatMap((event) => {
    const channel = channels.get(event.channelId) ?? { cap: 0, taken: new Set(), held: new Map() }
    channels.set(event.channelId, channel)
    const { taken, held } = channel
    const before = taken.size
    if (event._tag === "subscriptions.OfferSet.v1") channel.cap = event.cap
    if (event._tag === "subscriptions.SeatHeld.v1" || event._tag === "subscriptions.SeatOffered.v1") {
      const at = ms(event._tag === "subscriptions.SeatHeld.v1" ? event.heldAt : event.offeredAt)
      for (const [personId, until] of held) if (until <= at) held.delete(personId)
      held.set(event.personId, ms(event.until))
      if (taken.size + held.size > channel.cap)
        return [`a seat of ${event.channelId} was reserved beyond ${channel.cap}`]
    }
    if (event._tag === "subscriptions.SeatTaken.v1") {
      held.delete(event.personId)
      if (taken.has(event.personId)) return [`a seat of ${event.channelId} was taken twice`]
      taken.add(event.personId)
      if (taken.size > Math.max(channel.cap, before))
        return [`a seat of ${event.channelId} was taken beyond ${channel.cap}`]
    }
    if (event._tag === "subscriptions.SeatReleased.v1") {
      if (event.number === 0) held.delete(event.personId)
      else taken.delete(event.personId)
    }
    return []
  })
}
