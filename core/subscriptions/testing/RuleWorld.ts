import { Result } from "effect"
import { replay } from "#core/kernel"
import { Cycle, type CycleState } from "../cycle/Cycle.ts"
import { closeCycle } from "../cycle/closeCycle.ts"
import type { CycleEvent } from "../cycle/events.ts"
import { PAYDAY_DELAY_MS } from "../limits.ts"
import { changeRule, type RuleChange } from "../rule/changeRule.ts"
import { dueNow, missRenewal, startTerm } from "../rule/charge.ts"
import type { Charge, Price } from "../rule/chargeTypes.ts"
import type { RuleEvent } from "../rule/events.ts"
import { accessUntil, endOf, Rule, type RuleState } from "../rule/Rule.ts"
import { cancelNow } from "../rule/refund.ts"

/**
 * One payer with one rule in memory, run by the product's own decisions: a clock that jumps, a balance, and everything
 * that was recorded. What happens is decided by the caller.
 */
export class RuleWorld {
  readonly log: Array<RuleEvent | CycleEvent> = []
  readonly earned = new Map<string, bigint>()
  cut = 0n
  balance: bigint
  #state: RuleState = Rule.initial
  readonly #open = new Map<number, NonNullable<CycleState>>()
  readonly #personId: string

  constructor(personId: string, balance: bigint) {
    this.#personId = personId
    this.balance = balance
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
    const decided = startTerm(this.#of(nowMs), this.#state, price)
    return Result.isSuccess(decided) && decided.success !== null && this.#charge(decided.success)
  }

  /** What a worker does with the rule. */
  settle(nowMs: number, price: Price | null): void {
    const due = dueNow(this.#of(nowMs), this.#state, price, true)
    if (due._tag === "Events") this.#record(due.events)
    if (due._tag !== "Charge" || this.#charge(due.charge)) return
    const missed = missRenewal(this.#of(nowMs), this.#state, "balance")
    if (missed._tag === "Events") this.#record(missed.events)
  }

  cancelNow(nowMs: number): boolean {
    const decided = cancelNow(this.#of(nowMs), this.#state)
    if (Result.isFailure(decided)) return false
    const { events, used } = decided.success
    for (const { n, endMs, units } of used) this.#close(n, { endMs, units, nowMs })
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
    this.#state = replay({ ...Rule, initial: this.#state }, events)
  }

  #charge({ events, cycles, units }: Charge): boolean {
    if (units > this.balance) return false
    this.balance -= units
    for (const cycle of cycles) {
      this.log.push(cycle)
      const opened = Cycle.evolve(null, cycle)
      if (opened !== null) this.#open.set(cycle.n, opened)
    }
    this.#record(events)
    return true
  }

  #close(n: number, { endMs, units, nowMs }: { endMs: number; units: bigint; nowMs: number }): void {
    const cycle = this.#open.get(n)
    if (cycle === undefined) return
    const closed = closeCycle(cycle, this.#state, { endMs, units, closedIds: new Set(), paydayId: "payday", nowMs })
    this.#open.delete(n)
    this.log.push(closed)
    this.balance += BigInt(closed.returned)
    this.cut += BigInt(closed.cut)
    for (const share of closed.shares)
      this.earned.set(share.creatorId, (this.earned.get(share.creatorId) ?? 0n) + BigInt(share.units))
  }
}
