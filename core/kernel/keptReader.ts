import { Clock, Effect, Exit, Request, RequestResolver } from "effect"
import { type Aggregate, streamOf } from "./Aggregate.ts"
import type { AnyEvent } from "./EventFamily.ts"
import { EventStore } from "./EventStore.ts"
import { type Loaded, load } from "./load.ts"
import { Sealing } from "./Sealing.ts"

/** Streams whose folded state is kept in memory; the one that was asked for longest ago goes first. */
const KEPT_STATES_MAX = 50_000
/** Streams whose versions one question to the store asks for. */
const ASKED_AT_ONCE_MAX = 1_000

/**
 * A reader for what is asked again and again, such as who may do what: states stay in memory, are trusted for as long as
 * the caller says, and are looked at again for all who ask within a tick in one question: only streams that have grown
 * since are read, from where they were known. One reader serves aggregates of all kinds.
 */
export const keptReader = Effect.gen(function* () {
  const store = yield* EventStore
  const sealing = yield* Sealing
  const kept = new Map<string, Loaded<unknown> & { readonly atMs: number }>()

  class VersionOf extends Request.Class<{ readonly stream: string }, number> {}
  const versions = RequestResolver.make<VersionOf>((entries) =>
    Effect.gen(function* () {
      const streams = [...new Set(entries.map(({ request }) => request.stream))]
      const found = new Map<string, number>()
      for (let from = 0; from < streams.length; from += ASKED_AT_ONCE_MAX) {
        const some = streams.slice(from, from + ASKED_AT_ONCE_MAX)
        for (const [stream, version] of yield* store.versions(some)) found.set(stream, version)
      }
      for (const entry of entries) entry.completeUnsafe(Exit.succeed(found.get(entry.request.stream) ?? 0))
    }),
  )

  const remember = <State>(stream: string, loaded: Loaded<State>, atMs: number) => {
    kept.delete(stream)
    kept.set(stream, { ...loaded, atMs })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_STATES_MAX && oldest !== undefined) kept.delete(oldest)
  }

  /** A reader of one kind of aggregate. */
  return <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) => {
    const loadState = load(aggregate, store, sealing)
    /** @param ageMsMax how old what is answered may be; 0 asks in any case */
    return Effect.fnUntraced(function* (id: string, ageMsMax: number): Effect.fn.Return<Loaded<State>> {
      const stream = streamOf(aggregate, id)
      const nowMs = yield* Clock.currentTimeMillis
      const known = kept.get(stream) as (Loaded<State> & { readonly atMs: number }) | undefined
      if (known !== undefined && nowMs >= known.atMs && nowMs - known.atMs < ageMsMax) return known
      const version = yield* Effect.request(new VersionOf({ stream }), versions)
      const isKnown = known !== undefined && known.version >= version
      const loaded = isKnown
        ? known
        : version === 0
          ? { state: aggregate.initial, version: 0 }
          : yield* loadState(stream, known)
      remember(stream, loaded, nowMs)
      return loaded
    })
  }
})
