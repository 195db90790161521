import { Effect } from "effect"
import { EventStore, type Sealing, type StoredEvent } from "#core/kernel"
import { RoomEvents } from "./events.ts"

/** Events that are read at once while a message is looked for. */
const PAGE = 20

/**
 * The fact by which a message was posted, by its number: from the log, so that it holds at once, by halving the room's
 * history. Null where the room has drawn no such number.
 */
export const findPosted = Effect.gen(function* () {
  const store = yield* EventStore

  return Effect.fnUntraced(function* (roomId: string, seq: number) {
    const stream = `chatroom-${roomId}`
    // A room's first event is its opening: message n is never before version n + 1.
    let low = seq + 1
    let high = (yield* store.versions([stream])).get(stream) ?? 0
    let guess = low
    while (low <= high) {
      let from = guess
      let page = yield* store.readStream(stream, from - 1, PAGE)
      let first = page.find((event) => numberOf(event) !== null)
      // Bans, and openings and shuttings of the room, say nothing of where in the history they stand.
      while (first === undefined && page.length === PAGE && from + PAGE <= high) {
        from += PAGE
        page = yield* store.readStream(stream, from - 1, PAGE)
        first = page.find((event) => numberOf(event) !== null)
      }
      const found = page.find((event) => event.type === POSTED && numberOf(event) === seq)
      if (found !== undefined) return found
      if (first !== undefined && (numberOf(first) ?? 0) < seq) low = (page.at(-1)?.version ?? from) + 1
      else high = guess - 1
      guess = Math.floor((low + high) / 2)
    }
    return null
  })
})

/** Who wrote what was found; null where nothing was. */
export const senderOf = (posted: StoredEvent | null): string | null =>
  posted === null ? null : (posted.data as { readonly senderId: string }).senderId

/** The pictures of what was found; none where its author left for good. */
export const picturesOf = (posted: StoredEvent): Effect.Effect<ReadonlyArray<string>, never, Sealing> =>
  RoomEvents.decode(posted).pipe(
    Effect.orDie,
    Effect.map((event) => (event._tag === POSTED ? (event.pictures ?? []) : [])),
  )

const POSTED = "chat.MessagePosted.v1"

/** The newest number of the room after an event; null where it does not tell. */
const numberOf = ({ type, data }: StoredEvent): number | null => {
  const { seq, head } = data as { readonly seq?: number; readonly head?: number }
  return type === POSTED ? (seq ?? null) : (head ?? null)
}
