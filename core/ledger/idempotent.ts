import { createHash } from "node:crypto"
import { Effect } from "effect"
import { currentCommand, type EventStore, previousReceipt, type Receipt } from "#core/kernel"
import { CommandReused } from "./refusals.ts"

/** What a receipt keeps of a command, so that the same id with other words is found out. */
export type Words = { readonly input: string }

/** A digest of what a command says: its name where others may come with the same words, and all that it is asked with. */
export const digestOf = (said: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(said, (_, value) => (typeof value === "bigint" ? String(value) : value)))
    .digest("base64url")

/** The receipt of a command that said this; a refusal where the command that came first said something else. */
export const assertSamePayload = (receipt: Receipt, input: string): Effect.Effect<Receipt, CommandReused> =>
  receipt.repeated && (receipt.answer as Partial<Words> | null)?.input !== input
    ? Effect.fail(new CommandReused())
    : Effect.succeed(receipt)

/** The receipt of the command under way where it was carried out before with these words; null where it is new. */
export const firstReceipt = Effect.fnUntraced(function* (store: (typeof EventStore)["Service"], said: unknown) {
  const first = yield* previousReceipt(store, yield* currentCommand)
  return first === null ? null : yield* assertSamePayload({ ...first, repeated: true }, digestOf(said))
})

/**
 * Carries out one command that says this: with an id it happens once, however often it is asked, and the same id with other
 * words is refused. @param write keeps with the receipt what it is given
 */
export const idempotent = Effect.fnUntraced(function* <A extends { readonly receipt: Receipt }, E, R>(
  said: unknown,
  write: (answerOf: () => Words) => Effect.Effect<A, E, R>,
): Effect.fn.Return<A, E | CommandReused, R> {
  const input = digestOf(said)
  const written = yield* write(() => ({ input }))
  yield* assertSamePayload(written.receipt, input)
  return written
})
