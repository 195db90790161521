import { createHash } from "node:crypto"
import { Effect } from "effect"
import { currentCommand, type EventStore, previousReceipt, type Receipt } from "#core/kernel"
import { CommandReused } from "./refusals.ts"

/** Stored with a receipt, to detect a command id that is used again for another request. */
export type StoredFingerprint = { readonly fingerprint: string }

/** Digest of a request: its parameters, and its name if another command may have the same parameters. */
export const fingerprintOf = (request: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(request, (_, value) => (typeof value === "bigint" ? String(value) : value)))
    .digest("base64url")

/** Returns the receipt, or fails if the command id was first used for another request. */
export const assertSameRequest = (receipt: Receipt, fingerprint: string): Effect.Effect<Receipt, CommandReused> =>
  receipt.repeated && (receipt.answer as Partial<StoredFingerprint> | null)?.fingerprint !== fingerprint
    ? Effect.fail(new CommandReused())
    : Effect.succeed(receipt)

/** The receipt of the current command if this request was already executed; null if it is new. */
export const findEarlierReceipt = Effect.fnUntraced(function* (
  store: (typeof EventStore)["Service"],
  request: unknown,
) {
  const first = yield* previousReceipt(store, yield* currentCommand)
  return first === null ? null : yield* assertSameRequest({ ...first, repeated: true }, fingerprintOf(request))
})

/**
 * Executes a request once per command id. The same id with another request fails with CommandReused.
 * @param write runs the command and stores the given fingerprint with its receipt
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
