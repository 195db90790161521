import { createHash } from "node:crypto"
import { Effect } from "effect"
import { currentCommand, type EventStore, previousReceipt, type Receipt } from "#core/kernel"
import { CommandReused } from "./refusals.ts"

/** What a receipt keeps of a command, so that the same id with other words is found out. */
export type StoredFingerprint = { readonly fingerprint: string }

/** A digest of what a command says: its name where others may come with the same words, and all that it is asked with. */
export const fingerprintOf = (request: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(request, (_, value) => (typeof value === "bigint" ? String(value) : value)))
    .digest("base64url")

/** The receipt of a command that said this; a refusal where the command that came first said something else. */
export const assertSameRequest = (receipt: Receipt, fingerprint: string): Effect.Effect<Receipt, CommandReused> =>
  receipt.repeated && (receipt.answer as Partial<StoredFingerprint> | null)?.fingerprint !== fingerprint
    ? Effect.fail(new CommandReused())
    : Effect.succeed(receipt)

/** The receipt of the command under way where it was carried out before with these words; null where it is new. */
export const findEarlierReceipt = Effect.fnUntraced(function* (
  store: (typeof EventStore)["Service"],
  request: unknown,
) {
  const first = yield* previousReceipt(store, yield* currentCommand)
  return first === null ? null : yield* assertSameRequest({ ...first, repeated: true }, fingerprintOf(request))
})

/**
 * Carries out one command that says this: with an id it happens once, however often it is asked, and the same id with other
 * words is refused. @param write keeps with the receipt what it is given
 */
export const idempotent = Effect.fnUntraced(function* <A extends { readonly receipt: Receipt }, E, R>(
  request: unknown,
  write: (answerOf: () => StoredFingerprint) => Effect.Effect<A, E, R>,
): Effect.fn.Return<A, E | CommandReused, R> {
  const fingerprint = fingerprintOf(request)
  const written = yield* write(() => ({ fingerprint }))
  yield* assertSameRequest(written.receipt, fingerprint)
  return written
})
