import { Effect } from "effect"
import { itemOfTrack, Listening } from "#core/follows"
import type { Sql } from "#core/kernel"
import { findItems } from "#projections/feeds"
import { answer } from "../envelope.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { toFeedItem } from "../wire.ts"

const POSITIONS_SHOWN_MAX = 50

/** Handlers of listening.contract.ts; resolved once for the group. */
export const listeningHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Sql>())
  const listening = yield* Listening
  const limited = yield* limitedAsStandard
  const limitedWriting = yield* writing

  return {
    LoadPositions: Effect.fn("LoadPositions")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const positions = yield* listening.halfHeard(personId, POSITIONS_SHOWN_MAX)
      const items = yield* findItems([...new Set(positions.map(({ trackKey }) => itemOfTrack(trackKey)))])
      return answer({
        positions: positions.map(({ trackKey, seconds, durationSeconds, heardMs }) => ({
          ...{ track: trackKey, seconds, duration: durationSeconds },
          time: Math.floor(heardMs),
        })),
        items: items.map(toFeedItem),
      })
    }, provide),

    SavePosition: Effect.fn("SavePosition")(function* ({ payload }: { readonly payload: Position }) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const { track, seconds, duration, time } = payload
      yield* listening.record(personId, { trackKey: track, seconds, durationSeconds: duration, heardMs: time })
      return answer(null)
    }),

    RemovePosition: Effect.fn("RemovePosition")(function* ({ payload }: { readonly payload: Pick<Position, "track"> }) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* listening.remove(personId, payload.track)
      return answer(null)
    }),
  }
})

interface Position {
  readonly track: string
  readonly seconds: number
  readonly duration: number
  readonly time: number
}
