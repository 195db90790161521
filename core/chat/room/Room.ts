import { type Effect, Schema } from "effect"
import type { Aggregate, batchedWriter } from "#core/kernel"
import { RoomEvent, RoomEvents } from "../events.ts"

export type RoomState = {
  readonly status: "none" | "open" | "shut"
  /** The number of the newest message; 0 if there is none. */
  readonly head: number
  /** When it was posted; "" if there is none. ISO 8601, which compares as text. */
  readonly lastAt: string
  /** The last sender, and their number of consecutive messages. */
  readonly lastSenderId: string
  readonly consecutive: number
  /** People banned by the creator. */
  readonly bannedIds: ReadonlyArray<string>
  /** Bans of operators, each with its cause. */
  readonly operatorBans: ReadonlyArray<{ readonly personId: string; readonly cause: string }>
  /** Counts removals, so that an edit notices a removal since its check. */
  readonly removals: number
}

const initial: RoomState = {
  status: "none",
  head: 0,
  lastAt: "",
  lastSenderId: "",
  consecutive: 0,
  bannedIds: [],
  operatorBans: [],
  removals: 0,
}

/** A room without texts and members in its state, so a room with a million messages loads as fast as a new one. */
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
        consecutive: senderId === state.lastSenderId ? state.consecutive + 1 : 1,
      }),
      "chat.MessageEdited.v1": () => state,
      "chat.MessageRemoved.v1": () => ({ ...state, removals: state.removals + 1 }),
      "chat.MessagesForgotten.v1": () => state,
      "chat.PersonBanned.v1": ({ personId }) => ({ ...state, bannedIds: [...state.bannedIds, personId] }),
      "chat.PersonUnbanned.v1": ({ personId }) => ({
        ...state,
        bannedIds: state.bannedIds.filter((each) => each !== personId),
      }),
      "chat.BannedByOperators.v1": ({ personId, cause }) => ({
        ...state,
        operatorBans: [...state.operatorBans, { personId, cause }],
      }),
      "chat.UnbannedByOperators.v1": ({ personId, cause }) => ({
        ...state,
        operatorBans: state.operatorBans.filter((ban) => ban.personId !== personId || ban.cause !== cause),
      }),
    }),
  snapshot: {
    every: 500,
    foldHash: "room-3",
    state: Schema.Struct({
      status: Schema.Literals(["none", "open", "shut"]),
      head: Schema.Int,
      lastAt: Schema.String,
      lastSenderId: Schema.String,
      consecutive: Schema.Int,
      bannedIds: Schema.Array(Schema.String),
      operatorBans: Schema.Array(Schema.Struct({ personId: Schema.String, cause: Schema.String })),
      removals: Schema.Int,
    }),
    holdsNothingSealed: true,
  },
}

/** Writes many commands in one batch. */
export type WriteRoom = Effect.Success<ReturnType<typeof batchedWriter<RoomState, RoomEvent>>>

/** Whether the creator or operators keep a person from writing. */
export const isBannedFrom = (
  { bannedIds, operatorBans }: Pick<RoomState, "bannedIds" | "operatorBans">,
  personId: string,
): boolean => bannedIds.includes(personId) || operatorBans.some((ban) => ban.personId === personId)
