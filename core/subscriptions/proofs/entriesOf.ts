import { createHash, createHmac } from "node:crypto"
import { type CycleRef, cycleIdOf } from "../cycle/Cycle.ts"
import type { CycleClosed } from "../cycle/events.ts"
import { cycleText, type EntryKind, type ReceiptCycle, type ReceiptEntry } from "./receipt.ts"

export type BareEntry = Omit<ReceiptEntry, "path">

/** The period of a receipt, with the salt of its tag. */
export const receiptCycle = (cycle: CycleRef, salt: string): ReceiptCycle => {
  const { personId, number, n } = cycle
  return { personId, number, n, salt: derive(salt, cycleIdOf(cycle)) }
}

/** What a closed cycle says to its payer and its creators: the sum that was paid, and its parts. */
export const entriesOf = (closed: typeof CycleClosed.Type, salt: string): ReadonlyArray<BareEntry> => {
  const { assetTypeId, shares, cut, returned, seats = [] } = closed
  const id = cycleIdOf(closed)
  const tag = createHash("sha256")
    .update(cycleText(receiptCycle(closed, salt)))
    .digest("hex")
  const sum = (first: string, more: ReadonlyArray<string>) =>
    String(more.reduce((all, units) => all + BigInt(units), BigInt(first)))
  const parts: ReadonlyArray<readonly [EntryKind, string, string]> = [
    ...shares.map((share) => ["share", share.creatorId, keptOf(share)] as const),
    ...seats.map((seat) => ["premium", seat.creatorId, keptOf(seat)] as const),
    ...[...shares, ...seats].flatMap(({ forwarded = [] }) =>
      forwarded.map(({ toId, units }) => ["forwarded", toId, units] as const),
    ),
    [
      "cut",
      "",
      sum(
        cut,
        seats.map((seat) => seat.cut),
      ),
    ],
    [
      "returned",
      "",
      sum(
        returned,
        seats.map((seat) => seat.returned),
      ),
    ],
  ]
  const paid = sum(
    "0",
    parts.map(([, , units]) => units),
  )
  return ([["paid", "", paid], ...parts] as const).map(([kind, recipient, units], place) => ({
    ...{ kind, recipient, assetTypeId, units, tag, salt: derive(salt, `${id}/${place}`) },
  }))
}

/** What a creator keeps of a payment. */
const keptOf = ({ units, forwarded = [] }: (typeof CycleClosed.Type)["shares"][number]): string =>
  String(forwarded.reduce((rest, part) => rest - BigInt(part.units), BigInt(units)))

const derive = (salt: string, of: string): string => createHmac("sha256", salt).update(of).digest("hex")
