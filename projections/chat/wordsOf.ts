import { MESSAGE_LENGTH_MAX } from "#contract/chat"
import { placesOf, UNKNOWN_LANGUAGE } from "#core/library"
import { makeVector, type Vector } from "#projections/runner"

/** The mark of a room among the words of its messages, so that one index finds words in rooms. */
export const roomLabel = (roomId: string): string => `room:${roomId}`

/** The words of a message. Nobody says in which language people chat, so that words are folded and no more. */
export const wordsOf = (roomId: string, text: string | null): Vector => {
  const places = text === null ? [] : placesOf(text, UNKNOWN_LANGUAGE, MESSAGE_LENGTH_MAX)
  if (places.length === 0) return NO_WORDS
  return makeVector([...places.map(([term, place]) => [term, place, "D"] as const), [roomLabel(roomId), null, "D"]])
}

export const NO_WORDS: Vector = makeVector([])
