import { Effect } from "effect"
import { type EventStore, eraseSubject, type Sealing } from "#core/kernel"
import { LibraryEvents } from "#core/library"
import type { Reactor } from "#projections/runner"

/**
 * Drops the key of every long news that was deleted: its words are then gone from the log and from every copy of it. After
 * the fact, because whoever is killed between the two would otherwise leave a text that nobody can read in the library.
 */
export const eraseLongNewsReactor = Effect.gen(function* () {
  const services = yield* Effect.context<EventStore | Sealing>()
  return {
    name: "erase_long_news",
    types: ["library.LongNewsDeleted.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const event = LibraryEvents.decodeSync(type, data)
      if (event._tag === "library.LongNewsDeleted.v1")
        await Effect.runPromise(Effect.provide(eraseSubject(event.newsId), services))
    },
  } satisfies Reactor
})
