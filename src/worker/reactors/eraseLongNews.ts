import { Effect } from "effect"
import { userCodeReader } from "#core/accounts"
import { type EventStore, eraseSubject, type Sealing } from "#core/kernel"
import { LibraryEvents, LongNewsPublisher } from "#core/library"
import type { Reactor } from "#projections/runner"

/**
 * Removes the long news of deleted accounts, and drops the key of every long news that was removed: its text can then no
 * longer be read in the log or in any copy of it. A reactor, so that a crash between event and erasure leaves no text.
 */
export const eraseLongNewsReactor = Effect.gen(function* () {
  const services = yield* Effect.context<EventStore | Sealing>()
  const userCodeOf = yield* userCodeReader
  const run = Effect.runPromiseWith(services)
  return {
    name: "erase_long_news",
    types: ["library.LongNewsDeleted.v1", "accounts.AccountDeleted.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      if (type === "accounts.AccountDeleted.v1") {
        const { personId } = data as { readonly personId: string }
        const userCode = await run(userCodeOf(personId))
        await run(
          LongNewsPublisher.use(({ removeAll }) => removeAll(userCode)).pipe(Effect.provide(LongNewsPublisher.layer)),
        )
        return
      }
      const event = LibraryEvents.decodeSync(type, data)
      if (event._tag === "library.LongNewsDeleted.v1") await run(eraseSubject(event.newsId))
    },
  } satisfies Reactor
})
