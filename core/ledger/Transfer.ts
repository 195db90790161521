import type { Aggregate } from "#core/kernel"
import { balanced, type Entry } from "./balanced.ts"
import { type LedgerEvent, LedgerEvents, Transferred } from "./events.ts"
import type { Purpose } from "./purposes.ts"

/** Whether a transfer was booked. For commands that append it together with events of other aggregates. */
export const Transfer: Aggregate<boolean, LedgerEvent> = {
  category: "transfer",
  events: LedgerEvents,
  initial: false,
  evolve: () => true,
}

/** Makes the event of a transfer. Throws as `balanced` does. */
export const transferredEvent = (transfer: {
  readonly transferId: string
  readonly purpose: Purpose
  readonly reference: string
  readonly entries: ReadonlyArray<Entry>
  readonly at: string
}) => Transferred.make({ ...transfer, entries: balanced(transfer.entries) })
