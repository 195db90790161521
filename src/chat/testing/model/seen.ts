import type { ChatMessage, ChatSummary, ViewerRoomState } from "#contract/chat"
import { addressOf, keyOf } from "../../../features/chat/room/rooms.ts"

/** Rooms of the model fit into one page. */
export const PAGE = 100

export type SeenMessage = readonly [seq: number, text: string, edited: boolean, removed: boolean]

/** A room in a person's list. */
export type SeenRoom = {
  readonly state: ViewerRoomState
  readonly head: number
  readonly read: number
  readonly unread: number
  /** The read pointer of the other person. */
  readonly otherRead: number | null
  readonly last: SeenMessage | null
}

/** The visible state: all rooms by scope and target, and the messages of the open one. */
export type ShownState = {
  readonly rooms: Readonly<Record<string, SeenRoom>>
  readonly shown: ReadonlyArray<SeenMessage> | null
  /** Total unread messages. */
  readonly count: number
}

/** Without rooms that were never opened. */
export const roomsSeen = (rooms: ReadonlyArray<ChatSummary>): ShownState["rooms"] =>
  Object.fromEntries(
    rooms.flatMap((room) =>
      room.Epoch === 0
        ? []
        : [
            [
              keyOf(addressOf(room)),
              {
                state: room.State,
                head: room.Head,
                read: room.Read,
                unread: room.UnreadCount,
                otherRead: room.OtherRead ?? null,
                last: room.LastMessage === null ? null : seenMessage(room.LastMessage),
              },
            ],
          ],
    ),
  )

export const messagesSeen = (messages: ReadonlyArray<ChatMessage>): ReadonlyArray<SeenMessage> =>
  messages.map(seenMessage)

const seenMessage = ({ Seq, Message, Edited, Removed }: ChatMessage): SeenMessage => [Seq, Message, Edited, Removed]
