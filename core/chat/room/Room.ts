import { type Effect, Schema } from "effect"
import type { Aggregate, batchedWriter } from "#core/kernel"
import { RoomEvent, RoomEvents } from "../events.ts"

export type RoomState = {
  readonly status: "none" | "open" | "shut"
  /** The number of the newest message; 0 where there is none. */
  readonly head: number
  /** When that was posted; "" where there is none. ISO 8601, so that texts compare as times do. */
  readonly lastAt: string
  /** Who wrote last, and how many messages since anybody else did. */
  readonly lastSenderId: string
  readonly inARow: number
  readonly bannedIds: ReadonlyArray<string>
  /** How often a message was removed: whoever looked which ones learns that one more came since. */
  readonly removals: number
}

const initial: RoomState = {
  status: "none",
  head: 0,
  lastAt: "",
  lastSenderId: "",
  inARow: 0,
  bannedIds: [],
  removals: 0,
}

/**
 * A room, by its id. Its state holds neither texts nor members, so that a room of a million messages is as quickly at
 * hand as a new one.
 */
export const Room: Aggregate<RoomState, RoomEvent> = {
  category: "chatroom",
  events: RoomEvents,
  initial,
  evolve: (state, event) =>
    RoomEvent.match(event, {
      "chat.RoomOpened.v1": (): RoomState => ({ ...state, status: "open" }),
      "chat.RoomShut.v1": () => ({ ...state, status: "shut" as const }),
      "chat.MessagePosted.v1": ({ seq, senderId, postedAt }) => ({
        ...state,
        head: seq,
        lastAt: postedAt,
        lastSenderId: senderId,
        inARow: senderId === state.lastSenderId ? state.inARow + 1 : 1,
      }),
      "chat.MessageEdited.v1": () => state,
      "chat.MessageRemoved.v1": () => ({ ...state, removals: state.removals + 1 }),
      "chat.MessagesForgotten.v1": () => state,
      "chat.PersonBanned.v1": ({ personId }) => ({ ...state, bannedIds: [...state.bannedIds, personId] }),
      "chat.PersonUnbanned.v1": ({ personId }) => ({
        ...state,
        bannedIds: state.bannedIds.filter((each) => each !== personId),
      }),
    }),
  snapshot: {
    every: 500,
    foldHash: "room-2",
    state: Schema.Struct({
      status: Schema.Literals(["none", "open", "shut"]),
      head: Schema.Int,
      lastAt: Schema.String,
      lastSenderId: Schema.String,
      inARow: Schema.Int,
      bannedIds: Schema.Array(Schema.String),
      removals: Schema.Int,
    }),
    holdsNothingSealed: true,
  },
}

/** Writes in rooms, many commands at a time. */
export type WriteRoom = Effect.Success<ReturnType<typeof batchedWriter<RoomState, RoomEvent>>>
