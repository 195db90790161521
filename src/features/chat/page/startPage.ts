import { type ChatMessage, SOCKET_OPEN } from "#contract/chat"
import { truncateText } from "../../../lib/text.ts"
import { listen, ownCode, setUnread, startChat } from "../chat.ts"
import { $chat } from "../chatState.ts"
import { loadRooms } from "../room/loadRooms.ts"
import { openRoom } from "../room/openRoom.ts"
import { receiveNote, receivePushed } from "../room/receive.ts"
import { resume } from "../room/resume.ts"
import { unreadIn } from "../room/rooms.ts"
import { ScreenReaderQueue } from "../room/ScreenReaderQueue.ts"
import { $opened, $readBefore, $rooms, $thread, type OpenedRoom, openedIn } from "../room/store.ts"
import { titleOf } from "../wire.ts"
import type { ChatT } from "./context.ts"
import { toPlainText } from "./toPlainText.ts"

/** Everything that was loaded in an earlier era of the log; it is loaded again when the connection opens. */
const forgetLoaded = (): void => {
  $rooms.set(null)
  $thread.set(null)
  $chat.setKey("historyData", null)
}

/** Characters read out per message. */
const READ_OUT_LENGTH = 200

interface PageParts {
  readonly t: ChatT
  readonly displayName: string
  /** Reads a text out. */
  readonly onSaid: (text: string) => void
}

/** Starts the page; returns a function that stops it. */
export const startPage = ({ t, displayName, onSaid }: PageParts): (() => void) => {
  const announcer = new ScreenReaderQueue(
    (messages) => {
      const [first] = messages
      if (messages.length > 1 || first === undefined) onSaid(t("chat.came.many", { count: messages.length }))
      else onSaid(t("chat.came", { name: first.SenderDisplayName, text: readOut(first, t) }))
    },
    (ms, run) => setTimeout(run, ms),
  )
  $chat.setKey("showChatPage", true)
  startChat()
  const ends = [
    listen({
      onEra: forgetLoaded,
      onOpen: () => void Promise.all([loadRooms(), resume()]),
      onPush: (pushed) =>
        receivePushed(pushed, (message, isLookedAt) => {
          if (isLookedAt && message.SenderUserCode !== ownCode()) announcer.announce(message)
        }),
      onNote: (note) => receiveNote(note, displayName),
    }),
    // Without a connection, presence is unknown. The list is loaded again after reconnecting.
    $chat.listen(({ socketState }, before) => {
      const rooms = $rooms.get()
      if (before?.socketState !== SOCKET_OPEN || socketState === SOCKET_OPEN || rooms === null) return
      $rooms.set(rooms.map((room) => (room.Online ? { ...room, Online: false } : room)))
    }),
    $rooms.listen((rooms) => {
      if (rooms === null) return
      setUnread(unreadIn(rooms))
      // The room was opened before the list was loaded: the read pointer is known now.
      const room = openedIn(rooms, $opened.get())
      if (room !== undefined && $readBefore.get() === null) $readBefore.set(room.Read)
    }),
  ]
  // An open connection fires no further event.
  if ($chat.get().socketState === SOCKET_OPEN) void loadRooms()
  return () => {
    $chat.setKey("showChatPage", false)
    for (const end of ends) end()
  }
}

export const showRoom = (room: OpenedRoom | null): void => void openRoom(room)

const readOut = (message: ChatMessage, t: ChatT): string =>
  truncateText(toPlainText(titleOf(message, t("chat.picture"))), READ_OUT_LENGTH)
