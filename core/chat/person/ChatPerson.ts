import type { Aggregate } from "#core/kernel"
import { STRANGERS_A_DAY_MAX } from "../contract.ts"
import { ChatPersonEvent, ChatPersonEvents } from "../events.ts"

export type ChatPersonState = {
  readonly blockedIds: ReadonlySet<string>
  /** Reported messages by room and number. */
  readonly reported: ReadonlyMap<string, readonly [roomId: string, seq: number]>
  /** The hours as JSON, for comparison; "" if never set. */
  readonly hours: string
  /** When the person wrote to strangers, oldest first. */
  readonly addressedAt: ReadonlyArray<string>
  readonly isForgotten: boolean
}

const initial: ChatPersonState = {
  blockedIds: new Set(),
  reported: new Map(),
  hours: "",
  addressedAt: [],
  isForgotten: false,
}

/** What one person decided for all rooms. */
export const ChatPerson: Aggregate<ChatPersonState, ChatPersonEvent> = {
  category: "chatperson",
  events: ChatPersonEvents,
  initial,
  evolve: (state, event) =>
    ChatPersonEvent.match(event, {
      "chat.PersonBlocked.v1": ({ blockedId }): ChatPersonState => ({
        ...state,
        blockedIds: new Set(state.blockedIds).add(blockedId),
      }),
      "chat.PersonUnblocked.v1": ({ blockedId }) => {
        const blockedIds = new Set(state.blockedIds)
        blockedIds.delete(blockedId)
        return { ...state, blockedIds }
      },
      "chat.QuietHoursSet.v1": ({ hours }) => ({ ...state, hours: JSON.stringify(hours) }),
      "chat.StrangerAddressed.v1": ({ addressedAt }) => ({
        ...state,
        addressedAt: [...state.addressedAt, addressedAt].slice(-STRANGERS_A_DAY_MAX),
      }),
      "chat.MessageReported.v1": ({ roomId, seq }) => ({
        ...state,
        reported: new Map(state.reported).set(reportKey(roomId, seq), [roomId, seq]),
      }),
      "chat.ChatForgotten.v1": () => ({ ...initial, isForgotten: true }),
    }),
}

export const reportKey = (roomId: string, seq: number): string => `${roomId}:${seq}`
