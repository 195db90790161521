import type { Aggregate } from "#core/kernel"
import { balanced, type Entry } from "./balanced.ts"
import { type LedgerEvent, LedgerEvents, Transferred } from "./events.ts"
import type { Purpose } from "./purposes.ts"

/** One movement, for commands that append it beside the facts of other aggregates: whether it happened. */
export const Transfer: Aggregate<boolean, LedgerEvent> = {
  category: "transfer",
  events: LedgerEvents,
  initial: false,
  evolve: () => true,
}

/** The fact of a movement. Throws as `balanced` does. */
export const makeTransferred = (transfer: {
  readonly transferId: string
  readonly purpose: Purpose
  readonly reference: string
  readonly entries: ReadonlyArray<Entry>
  readonly at: string
}) => Transferred.make({ ...transfer, entries: balanced(transfer.entries) })
