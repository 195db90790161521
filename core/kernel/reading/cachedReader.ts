import { Clock, Deferred, Effect, Exit, Request, RequestResolver } from "effect"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import { EventStore } from "../store/EventStore.ts"
import { type Aggregate, streamOf } from "../writing/Aggregate.ts"
import { type Loaded, load } from "./load.ts"

/** Streams whose folded state is kept in memory; the one that was looked at longest ago goes first. */
const KEPT_STATES_MAX = 50_000
/** Streams whose versions one question to the store asks for. */
const ASKED_AT_ONCE_MAX = 1_000
/** Streams that one question reads at the same time. */
const READ_AT_ONCE_MAX = 8

/** An aggregate whose state is wanted. */
export type StreamRef<State> = {
  readonly stream: string
  /** Of a stream that is not there. */
  readonly initial: Loaded<unknown>
  /** Reads it. @param from what is known of it @param version the one that it has at least */
  readonly load: (from: Loaded<unknown> | undefined, version: number) => Effect.Effect<Loaded<unknown>>
  readonly _state?: State
}
type StateOf<W> = W extends StreamRef<infer State> ? State : never

/** Told of the log as somebody follows it, a reader need not ask whether what it keeps has grown. */
export type LogListener = {
  /** The reader's clock, in milliseconds: moments are named by it. */
  readonly nowMs: () => number
  /** A stream has grown up to a version. To be told of every event of the streams that are read, as soon as it is known. */
  readonly onAppend: (stream: string, version: number) => void
  /** All that had been committed by this moment was told. */
  readonly caughtUpTo: (ms: number) => void
}

type CachedState = Loaded<unknown> & {
  /** When this was the newest state. */
  readonly atMs: number
  /** Whether every event since then is told, so that it still is what it was as long as none was. */
  readonly isFollowed: boolean
}

/** One look at the store: when it began, and how many events had been told by then. */
type Look = { readonly atMs: number; readonly told: number }

/**
 * A reader for what is asked again and again, such as who may do what: states stay in memory, are trusted for as long as
 * the caller says, and are looked at again for all who ask within a tick in one question: only streams that have grown
 * since are read, from where they were known. One reader serves aggregates of all kinds. Where somebody follows the log
 * anyway, what that says of streams is trusted in place of the question, no longer than the caller says.
 */
export const cachedReader = Effect.gen(function* () {
  const store = yield* EventStore
  const sealing = yield* Sealing
  const clock = yield* Clock.Clock
  const kept = new Map<string, CachedState>()
  let told = 0
  let toldUpToMs = Number.NEGATIVE_INFINITY

  const newestMs = ({ atMs, isFollowed }: CachedState): number => (isFollowed ? Math.max(atMs, toldUpToMs) : atMs)

  const fresh = (stream: string, nowMs: number, ageMsMax: number): CachedState | undefined => {
    const found = kept.get(stream)
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

  const remember = (stream: string, { state, version }: Loaded<unknown>, look: Look) => {
    kept.delete(stream)
    // What was told between the look and now may have been of this stream: only what comes from now on is heard.
    kept.set(stream, { state, version, atMs: look.atMs, isFollowed: look.told === told })
    const oldest = kept.size > KEPT_STATES_MAX ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }

  /** One reading of a stream at a time: of a thousand who ask for a busy room at once, one goes through what came. */
  const loading = new Map<string, Deferred.Deferred<void>>()
  const upTo = Effect.fnUntraced(function* (wanted: StreamRef<unknown>, version: number, from: Look) {
    const { stream, initial, load } = wanted
    for (;;) {
      const known = kept.get(stream) ?? initial
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
            Effect.tap(load(kept.get(stream), version), (loaded) => Effect.sync(() => remember(stream, loaded, from))),
          (done) => {
            loading.delete(stream)
            return Deferred.succeed(done, undefined)
          },
        )
      yield* Deferred.await(other)
    }
  })

  const look = Effect.fnUntraced(function* (stale: ReadonlyArray<StreamRef<unknown>>, atMs: number) {
    const from = { atMs, told }
    const found = yield* Effect.request(new VersionsOf({ streams: stale.map(({ stream }) => stream) }), versions)
    const states = new Map<string, unknown>()
    const note = (stream: string, loaded: Loaded<unknown>) => {
      // Somebody who looked at the same time may have seen more.
      if (loaded.version >= (kept.get(stream)?.version ?? 0)) remember(stream, loaded, from)
      states.set(stream, loaded.state)
    }
    const behind: Array<StreamRef<unknown>> = []
    for (const wanted of stale) {
      const known = kept.get(wanted.stream) ?? wanted.initial
      if (known.version >= (found.get(wanted.stream) ?? 0)) note(wanted.stream, known)
      else behind.push(wanted)
    }
    const catchUp = (wanted: StreamRef<unknown>) =>
      Effect.map(upTo(wanted, found.get(wanted.stream) ?? 0, from), (loaded) => note(wanted.stream, loaded))
    // Nearly always nothing has grown: what is asked for each message then starts no fibers.
    if (behind.length > 0) yield* Effect.forEach(behind, catchUp, { concurrency: READ_AT_ONCE_MAX, discard: true })
    return states
  })

  const logListener: LogListener = {
    nowMs: () => clock.currentTimeMillisUnsafe(),
    onAppend: (stream, version) => {
      told += 1
      const found = kept.get(stream)
      if (found === undefined || found.version >= version) return
      kept.set(stream, { ...found, atMs: newestMs(found), isFollowed: false })
    },
    caughtUpTo: (ms) => {
      toldUpToMs = Math.max(toldUpToMs, ms)
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
          // A snapshot is nearer than what is known from long ago; a short stream has none.
          const isFar = aggregate.snapshot !== undefined && version - known > aggregate.snapshot.every
          return loadState(stream, isFar ? undefined : ((from ?? initial) as Loaded<State>))
        }
        return { stream, initial, load }
      }
    },

    /** The state of an aggregate as it was when it was looked at last, which may be long ago; nothing where it never was. */
    known: <State>({ stream }: StreamRef<State>): State | undefined => kept.get(stream)?.state as State | undefined,

    /** What is kept of a stream, where it was looked at lately. @param ageMsMax how long ago that may be */
    loaded: <State>(
      { stream }: Pick<StreamRef<State>, "stream">,
      ageMsMax: number,
    ): Effect.Effect<Loaded<State> | undefined> =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        return fresh(stream, nowMs, ageMsMax) as Loaded<unknown> as Loaded<State> | undefined
      }),

    /** The states of some aggregates, in their order. @param ageMsMax how old they may be; 0 asks in any case */
    read: <const W extends ReadonlyArray<StreamRef<unknown>>>(
      wanted: W,
      ageMsMax: number,
    ): Effect.Effect<{ readonly [I in keyof W]: StateOf<W[I]> }> =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
        const known = wanted.map(({ stream }) => fresh(stream, nowMs, ageMsMax))
        const stale = wanted.filter((_, index) => known[index] === undefined)
        const states = (looked: ReadonlyMap<string, unknown>) =>
          wanted.map(({ stream }, index) => (known[index] ?? { state: looked.get(stream) }).state) as never
        return stale.length === 0 ? Effect.succeed(states(NONE)) : Effect.map(look(stale, nowMs), states)
      }),
  }
})

const NONE: ReadonlyMap<string, unknown> = new Map()
