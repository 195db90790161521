import type { ChatMessage, ChatSummary, ViewerRoomState } from "#contract/chat"
import { addressOf, keyOf } from "../../../features/chat/room/rooms.ts"

/** Messages of one page. Rooms of a model stay smaller, so that one page is the whole history. */
export const PAGE = 100

export type SeenMessage = readonly [seq: number, text: string, edited: boolean, removed: boolean]

/** What somebody sees of a room in their list. */
export type SeenRoom = {
  readonly state: ViewerRoomState
  readonly head: number
  readonly read: number
  readonly unread: number
  /** How far the other one of two has read. */
  readonly otherRead: number | null
  readonly last: SeenMessage | null
}

/** What somebody sees: all rooms, by scope and target, and the messages of the one that is shown. */
export type Seen = {
  readonly rooms: Readonly<Record<string, SeenRoom>>
  readonly shown: ReadonlyArray<SeenMessage> | null
  /** How much is new in all rooms together. */
  readonly count: number
}

/** A creator's list also has the rooms that nobody opened yet: those are left out. */
export const roomsSeen = (rooms: ReadonlyArray<ChatSummary>): Seen["rooms"] =>
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
