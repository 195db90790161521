import { Result } from "effect"
import { replay } from "#core/kernel"
import { Cycle, type CycleState } from "../cycle/Cycle.ts"
import { closeCycle } from "../cycle/closeCycle.ts"
import type { CycleClosed, CycleEvent } from "../cycle/events.ts"
import { undoCycle } from "../cycle/undoCycle.ts"
import { type ForwardsState, forwardsOf, PersonForwards } from "../forwards/PersonForwards.ts"
import { setForward } from "../forwards/setForward.ts"
import { PAYDAY_DELAY_MS } from "../limits.ts"
import { changeReading } from "../reading/changeReading.ts"
import { partsByTime, readingBounds } from "../reading/readingParts.ts"
import { changeRule, type RuleChange } from "../rule/changeRule.ts"
import { dueNow, missRenewal, startTerm } from "../rule/charge.ts"
import type { Charge, Price } from "../rule/chargeTypes.ts"
import { removeLeavingCreator, returnCreator, withholdCreator } from "../rule/departures.ts"
import type { RuleEvent } from "../rule/events.ts"
import { accessUntil, creatorIdsOf, endOf, Rule, type RuleState } from "../rule/Rule.ts"
import { cancelNow } from "../rule/refund.ts"
import { isRunning, upgradeTerm } from "../rule/seatCharges.ts"
import { undoTerm } from "../rule/undoTerm.ts"
import { auditForwarded } from "./forwardAuditor.ts"
import { type SeatMarket, seatMarket } from "./seatMarket.ts"

/**
 * One payer with one rule in memory, run by the product's own decisions: a clock that jumps, a balance, premium seats that
 * others want, too, and everything that was recorded. What happens is decided by the caller.
 */
export class RuleWorld {
  readonly log: Array<RuleEvent | CycleEvent> = []
  /** Problems of what creators passed on, by an auditor who knows what was in force. */
  readonly forwardProblems: Array<string> = []
  readonly #forwards = new Map<string, ForwardsState>()
  /** The auditor's own record of what was agreed to. */
  readonly #agreed = new Map<string, Map<string, number>>()
  readonly earned = new Map<string, bigint>()
  cut = 0n
  balance: bigint
  #state: RuleState = Rule.initial
  readonly #open = new Map<number, NonNullable<CycleState>>()
  readonly #personId: string
  /** Premium seats of the creators, by channel. */
  readonly seats: SeatMarket

  constructor(personId: string, balance: bigint) {
    this.#personId = personId
    this.balance = balance
    this.seats = seatMarket(personId)
  }

  get state(): RuleState {
    return this.#state
  }

  change(nowMs: number, change: RuleChange): boolean {
    const decided = changeRule(this.#of(nowMs), change)(this.#state)
    if (Result.isSuccess(decided)) this.#record(decided.success)
    return Result.isSuccess(decided)
  }

  start(nowMs: number, price: Price): boolean {
    const decided = startTerm(this.#of(nowMs), this.#state, price, this.seats.due(this.#state))
    return Result.isSuccess(decided) && decided.success !== null && this.#charge(decided.success)
  }

  /** What a worker does with the rule. */
  settle(nowMs: number, price: Price | null): void {
    const seats = this.seats.due(this.#state)
    const due = dueNow(this.#of(nowMs), this.#state, price, true, seats)
    if (due._tag === "Events") this.#record(due.events)
    if (due._tag !== "Charge" || this.#charge(due.charge)) return
    const feeAlone = dueNow(this.#of(nowMs), this.#state, price, true, { ...seats, paid: [] })
    if (seats.paid.length > 0 && feeAlone._tag === "Charge" && this.#charge(feeAlone.charge)) return
    const missed = missRenewal(this.#of(nowMs), this.#state, "balance")
    if (missed._tag === "Events") this.#record(missed.events)
  }

  /** Takes a premium seat, for the rest of the term that runs, or with a new term. */
  upgrade(nowMs: number, creatorId: string, price: Price): boolean {
    const of = this.#of(nowMs)
    const channelId = this.seats.channelOf(creatorId)
    const weights = new Map([[creatorId, null]])
    const decided = changeRule(of, { weights, seat: { channelId, creatorId, isWanted: true } })(this.#state)
    if (Result.isFailure(decided) || this.#state.seats.has(creatorId)) return false
    const after = replay({ ...Rule, initial: this.#state }, decided.success)
    const taken = this.seats.take(nowMs, creatorId)
    if (taken === null) return false
    const seat = { channelId, creatorId, pmsf: taken.pmsf }
    const due = this.seats.due(after)
    const started = isRunning(after.term, nowMs)
      ? Result.succeed(upgradeTerm(of, after.term, seat, price))
      : startTerm(of, after, price, { ...due, paid: [...due.paid, seat] })
    if (Result.isFailure(started) || started.success === null || started.success.units > this.balance) return false
    this.seats.record(taken.events)
    this.#record(decided.success)
    return this.#charge(started.success)
  }

  /** Gives up premium at the end of the term, or changes the payer's mind. */
  keepSeat(nowMs: number, creatorId: string, isWanted: boolean): boolean {
    const channelId = this.seats.channelOf(creatorId)
    return this.#state.seats.has(creatorId) && this.change(nowMs, { seat: { channelId, creatorId, isWanted } })
  }

  /** A creator passes on a part of their payments; 0 ends it. */
  forward(nowMs: number, creatorId: string, toId: string, perMille: number): boolean {
    const stateOf = (id: string) => this.#forwards.get(id) ?? PersonForwards.initial
    const states = { own: stateOf(creatorId), other: stateOf(toId) }
    const decided = setForward({ creatorId, toId, nowMs }, perMille)(states)
    if (Result.isFailure(decided)) return false
    const { own, other } = decided.success
    this.#forwards.set(creatorId, replay({ ...PersonForwards, initial: states.own }, own))
    this.#forwards.set(toId, replay({ ...PersonForwards, initial: states.other }, other))
    const agreed = this.#agreed.get(creatorId) ?? new Map<string, number>()
    if (perMille === 0) agreed.delete(toId)
    else agreed.set(toId, perMille)
    this.#agreed.set(creatorId, agreed)
    return true
  }

  /** Turns sharing by reading time on with reading times of the creators, or off without any. */
  read(nowMs: number, times: ReadonlyMap<string, number>): boolean {
    const ids = creatorIdsOf(this.#state)
    const bounds = readingBounds(ids.length, this.#state.term?.msf ?? 0n)
    const parts =
      bounds === null
        ? null
        : partsByTime(
            ids.map((id) => times.get(id) ?? 0),
            bounds,
          )
    const change =
      times.size === 0
        ? { isOn: false }
        : { isOn: true, parts: new Map(ids.map((id, place) => [id, parts?.[place] ?? 500])) }
    const decided = changeReading(this.#of(nowMs), change)(this.#state)
    if (Result.isSuccess(decided)) this.#record(decided.success)
    return Result.isSuccess(decided)
  }

  /** A creator leaves, or operators withhold their channel or give it back. */
  creatorGoes(nowMs: number, creatorId: string, how: "leave" | "withhold" | "return"): void {
    const decide = { leave: removeLeavingCreator, withhold: withholdCreator, return: returnCreator }[how]
    const decided = decide(this.#of(nowMs), creatorId)(this.#state)
    if (Result.isSuccess(decided)) this.#record(decided.success)
  }

  /** A deposit is undone. Returns what could be taken back of it. */
  undo(nowMs: number, amount: bigint): bigint {
    if (this.balance < amount && this.#open.size > 0) {
      const [first] = this.#open.values()
      for (const cycle of [...this.#open.values()]) this.#settleClosed(undoCycle(cycle, nowMs))
      this.#record(undoTerm(this.#of(nowMs), this.#state, first?.assetTypeId ?? 0))
    }
    const taken = this.balance < amount ? this.balance : amount
    this.balance -= taken
    return taken
  }

  cancelNow(nowMs: number): boolean {
    const decided = cancelNow(this.#of(nowMs), this.#state)
    if (Result.isFailure(decided)) return false
    const { events, used } = decided.success
    for (const { n, endMs, units } of used) this.#close(n, { endMs, units, nowMs, stoppedMs: nowMs })
    this.#record(events)
    return true
  }

  /** Closes the cycles that have been over for a while. */
  payday(nowMs: number): void {
    for (const { n, endMs, units } of [...this.#open.values()])
      if (endMs + PAYDAY_DELAY_MS <= nowMs) this.#close(n, { endMs, units, nowMs })
  }

  /** When a worker has to look at the rule next; null if never. */
  nextDueMs(): number | null {
    const { term, missedMs } = this.#state
    if (term === null) return null
    return missedMs === null ? endOf(term) : accessUntil(this.#state)
  }

  #of(nowMs: number) {
    return { personId: this.#personId, number: 1, nowMs }
  }

  #record(events: ReadonlyArray<RuleEvent>): void {
    this.log.push(...events)
    this.seats.release(events)
    this.#state = replay({ ...Rule, initial: this.#state }, events)
  }

  #charge({ events, cycles, seatCycles, units }: Charge): boolean {
    if (units > this.balance) return false
    this.balance -= units
    for (const event of [...cycles, ...seatCycles]) {
      this.log.push(event)
      const opened = Cycle.evolve(this.#open.get(event.n) ?? null, event)
      if (opened !== null) this.#open.set(event.n, opened)
    }
    this.#record(events)
    return true
  }

  #close(n: number, end: { endMs: number; units: bigint; nowMs: number; stoppedMs?: number }): void {
    const cycle = this.#open.get(n)
    if (cycle === undefined) return
    const forwards = new Map([...this.#forwards].map(([creatorId, state]) => [creatorId, forwardsOf(state)]))
    const closing = { ...end, closedIds: new Set<string>(), forwards, paydayId: "payday" }
    this.#settleClosed(closeCycle(cycle, this.#state, closing))
  }

  #settleClosed(closed: typeof CycleClosed.Type): void {
    const { seats = [] } = closed
    this.#open.delete(closed.n)
    this.log.push(closed)
    this.balance += seats.reduce((sum, seat) => sum + BigInt(seat.returned), BigInt(closed.returned))
    this.cut += seats.reduce((sum, seat) => sum + BigInt(seat.cut), BigInt(closed.cut))
    this.forwardProblems.push(...auditForwarded(closed, (creatorId) => this.#agreed.get(creatorId) ?? new Map()))
    const earn = (personId: string, units: bigint) =>
      this.earned.set(personId, (this.earned.get(personId) ?? 0n) + units)
    for (const { creatorId, units, forwarded = [] } of [...closed.shares, ...seats]) {
      earn(creatorId, BigInt(units))
      for (const part of forwarded) {
        earn(creatorId, -BigInt(part.units))
        earn(part.toId, BigInt(part.units))
      }
    }
  }
}
