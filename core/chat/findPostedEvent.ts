import { Effect } from "effect"
import { EventStore, type Sealing, type StoredEvent } from "#core/kernel"
import { RoomEvents } from "./events.ts"
import type { Draft } from "./room/postMessage.ts"

/** Events per read while searching for a message. */
const PAGE = 20

/**
 * The event that posted a message, found by binary search in the log, which is never behind. Null if the room has no
 * message with this number.
 */
export const findPostedEvent = Effect.gen(function* () {
  const store = yield* EventStore

  return Effect.fnUntraced(function* (roomId: string, seq: number) {
    const stream = `chatroom-${roomId}`
    // The first event of a room opens it: message n is never before version n + 1.
    let low = seq + 1
    let high = (yield* store.versions([stream])).get(stream) ?? 0
    let guess = low
    while (low <= high) {
      let from = guess
      let page = yield* store.readStream(stream, from - 1, PAGE)
      let first = page.find((event) => numberOf(event) !== null)
      // Bans and openings carry no message number: read on.
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

/** The author of a found message; null if none was found. */
export const senderOf = (posted: StoredEvent | null): string | null =>
  posted === null ? null : (posted.data as { readonly senderId: string }).senderId

/** A message as it was posted; without text, pictures and files after its author was erased. */
export const draftOf = (posted: StoredEvent): Effect.Effect<Required<Draft>, never, Sealing> =>
  RoomEvents.decode(posted).pipe(
    Effect.orDie,
    Effect.map((event) =>
      event._tag === POSTED
        ? { text: event.text ?? "", pictures: event.pictures ?? [], files: event.files ?? [] }
        : { text: "", pictures: [], files: [] },
    ),
  )

const POSTED = "chat.MessagePosted.v1"

/** The newest message number after an event; null if the event does not say. */
const numberOf = ({ type, data }: StoredEvent): number | null => {
  const { seq, head } = data as { readonly seq?: number; readonly head?: number }
  return type === POSTED ? (seq ?? null) : (head ?? null)
}
