import { Clock, Deferred, Effect, Exit, Request, RequestResolver } from "effect"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import { EventStore } from "../store/EventStore.ts"
import { type Aggregate, streamOf } from "../writing/Aggregate.ts"
import { type Loaded, load } from "./load.ts"

/** Maximum number of streams with a cached state; the least recently used one is evicted first. */
const KEPT_STATES_MAX = 50_000
/** Maximum number of streams in one version check. */
const ASKED_AT_ONCE_MAX = 1_000
/** Streams that one check reads concurrently. */
const READ_AT_ONCE_MAX = 8

/** An aggregate to read. */
export type StreamRef<State> = {
  readonly stream: string
  /** The state of a stream that does not exist. */
  readonly initial: Loaded<unknown>
  /** Reads the state. @param from the state that is already known @param version the minimum version of the stream */
  readonly load: (from: Loaded<unknown> | undefined, version: number) => Effect.Effect<Loaded<unknown>>
  readonly _state?: State
}
type StateOf<W> = W extends StreamRef<infer State> ? State : never

/** Notifications from a log tail, which replace version checks. */
export type LogListener = {
  /** The reader's clock, in milliseconds; all times below use it. */
  readonly nowMs: () => number
  /** A stream has grown to a version. Call it for every event of the streams that are read, as soon as it is known. */
  readonly onAppend: (stream: string, version: number) => void
  /** All events that were committed by this time were reported. */
  readonly caughtUpTo: (ms: number) => void
}

type CachedState = Loaded<unknown> & {
  /** When this was known to be the newest state. */
  readonly atMs: number
  /** Whether the tail reported every event since then. If so, the state stays current until an event is reported. */
  readonly isFollowed: boolean
}

/** One version check: when it began, and how many events the tail had reported by then. */
type VersionCheck = { readonly atMs: number; readonly hints: number }

/**
 * A cache for states that are read often, such as permissions. States stay in memory for the age that the caller
 * allows. After that, one version check per tick covers all callers, and only streams that have grown are read, from
 * their last known version. One reader serves all kinds of aggregates. If a log tail is attached, its notifications
 * replace version checks for up to `ageMsMax`.
 */
export const cachedReader = Effect.gen(function* () {
  const store = yield* EventStore
  const sealing = yield* Sealing
  const clock = yield* Clock.Clock
  const cached = new Map<string, CachedState>()
  let hints = 0
  let caughtUpToMs = Number.NEGATIVE_INFINITY

  const newestMs = ({ atMs, isFollowed }: CachedState): number => (isFollowed ? Math.max(atMs, caughtUpToMs) : atMs)

  const fresh = (stream: string, nowMs: number, ageMsMax: number): CachedState | undefined => {
    const found = cached.get(stream)
    if (found === undefined) return undefined
    const ageMs = nowMs - newestMs(found)
    return ageMs >= 0 && ageMs < ageMsMax ? found : undefined
  }

  class VersionsOf extends Request.Class<{ readonly streams: ReadonlyArray<string> }, ReadonlyMap<string, number>> {}
  const versions = RequestResolver.make<VersionsOf>((entries) =>
    Effect.gen(function* () {
      const streams = [...new Set(entries.flatMap(({ request }) => request.streams))]
      const found = new Map<string, number>()
      for (let from = 0; from < streams.length; from += ASKED_AT_ONCE_MAX) {
        const some = streams.slice(from, from + ASKED_AT_ONCE_MAX)
        for (const [stream, version] of yield* store.versions(some)) found.set(stream, version)
      }
      for (const entry of entries) entry.completeUnsafe(Exit.succeed(found))
    }),
  )

  const remember = (stream: string, { state, version }: Loaded<unknown>, check: VersionCheck) => {
    cached.delete(stream)
    // A notification between the check and now may concern this stream, so only later ones count.
    cached.set(stream, { state, version, atMs: check.atMs, isFollowed: check.hints === hints })
    const oldest = cached.size > KEPT_STATES_MAX ? cached.keys().next().value : undefined
    if (oldest !== undefined) cached.delete(oldest)
  }

  /** One read per stream at a time: of a thousand requests for a busy room, only one folds the new events. */
  const loading = new Map<string, Deferred.Deferred<void>>()
  const upTo = Effect.fnUntraced(function* (wanted: StreamRef<unknown>, version: number, from: VersionCheck) {
    const { stream, initial, load } = wanted
    for (;;) {
      const known = cached.get(stream) ?? initial
      if (known.version >= version) return known
      const other = loading.get(stream)
      if (other === undefined)
        return yield* Effect.acquireUseRelease(
          Effect.sync(() => {
            const done = Deferred.makeUnsafe<void>()
            loading.set(stream, done)
            return done
          }),
          () =>
            Effect.tap(load(cached.get(stream), version), (loaded) =>
              Effect.sync(() => remember(stream, loaded, from)),
            ),
          (done) => {
            loading.delete(stream)
            return Deferred.succeed(done, undefined)
          },
        )
      yield* Deferred.await(other)
    }
  })

  const checkVersions = Effect.fnUntraced(function* (stale: ReadonlyArray<StreamRef<unknown>>, atMs: number) {
    const from = { atMs, hints }
    const found = yield* Effect.request(new VersionsOf({ streams: stale.map(({ stream }) => stream) }), versions)
    const states = new Map<string, unknown>()
    const note = (stream: string, loaded: Loaded<unknown>) => {
      // A concurrent check may have seen a newer version.
      if (loaded.version >= (cached.get(stream)?.version ?? 0)) remember(stream, loaded, from)
      states.set(stream, loaded.state)
    }
    const behind: Array<StreamRef<unknown>> = []
    for (const wanted of stale) {
      const known = cached.get(wanted.stream) ?? wanted.initial
      if (known.version >= (found.get(wanted.stream) ?? 0)) note(wanted.stream, known)
      else behind.push(wanted)
    }
    const catchUp = (wanted: StreamRef<unknown>) =>
      Effect.map(upTo(wanted, found.get(wanted.stream) ?? 0, from), (loaded) => note(wanted.stream, loaded))
    // Usually nothing has grown, and then a check for each message starts no fibers.
    if (behind.length > 0) yield* Effect.forEach(behind, catchUp, { concurrency: READ_AT_ONCE_MAX, discard: true })
    return states
  })

  const logListener: LogListener = {
    nowMs: () => clock.currentTimeMillisUnsafe(),
    onAppend: (stream, version) => {
      hints += 1
      const found = cached.get(stream)
      if (found === undefined || found.version >= version) return
      cached.set(stream, { ...found, atMs: newestMs(found), isFollowed: false })
    },
    caughtUpTo: (ms) => {
      caughtUpToMs = Math.max(caughtUpToMs, ms)
    },
  }

  return {
    logListener,

    /** Names aggregates of one kind by their ids. */
    of: <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) => {
      const loadState = load(aggregate, store, sealing)
      const initial = { state: aggregate.initial, version: 0 }
      return (id: string): StreamRef<State> => {
        const stream = streamOf(aggregate, id)
        const load: StreamRef<State>["load"] = (from, version) => {
          const { version: known } = from ?? initial
          // A snapshot may be newer than a state from long ago; a short stream has none.
          const isFar = aggregate.snapshot !== undefined && version - known > aggregate.snapshot.every
          return loadState(stream, isFar ? undefined : ((from ?? initial) as Loaded<State>))
        }
        return { stream, initial, load }
      }
    },

    /** The last cached state of an aggregate, of any age; undefined if it was never read. */
    known: <State>({ stream }: StreamRef<State>): State | undefined => cached.get(stream)?.state as State | undefined,

    /** The cached state of a stream, if it is recent enough. @param ageMsMax maximum age in milliseconds */
    loaded: <State>(
      { stream }: Pick<StreamRef<State>, "stream">,
      ageMsMax: number,
    ): Effect.Effect<Loaded<State> | undefined> =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        return fresh(stream, nowMs, ageMsMax) as Loaded<unknown> as Loaded<State> | undefined
      }),

    /**
     * The states of several aggregates, in the given order. @param ageMsMax maximum age in milliseconds; 0 always
     * checks the versions
     */
    read: <const W extends ReadonlyArray<StreamRef<unknown>>>(
      wanted: W,
      ageMsMax: number,
    ): Effect.Effect<{ readonly [I in keyof W]: StateOf<W[I]> }> =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
        const known = wanted.map(({ stream }) => fresh(stream, nowMs, ageMsMax))
        const stale = wanted.filter((_, index) => known[index] === undefined)
        const states = (looked: ReadonlyMap<string, unknown>) =>
          wanted.map(({ stream }, index) => (known[index] ?? { state: looked.get(stream) }).state) as never
        return stale.length === 0 ? Effect.succeed(states(NONE)) : Effect.map(checkVersions(stale, nowMs), states)
      }),
  }
})

const NONE: ReadonlyMap<string, unknown> = new Map()
