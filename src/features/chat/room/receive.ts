import type { ChatMessage, ChatRoom, ServerPushes } from "#contract/chat"
import { ownCode, type TabNote } from "../chat.ts"
import { $chat } from "../chatState.ts"
import type { PushedLine, RoomAddress } from "../wire.ts"
import { withChanged, withReaction, withReceived, withReplyCounted, withThreadReply } from "./history.ts"
import { loadLatest, repair } from "./loadHistory.ts"
import { loadRooms } from "./loadRooms.ts"
import { showOutgoing } from "./openRoom.ts"
import { addressOf, afterChange, afterEdit, afterMessage, afterOtherRead, afterRead, isIn } from "./rooms.ts"
import { $opened, $rooms, $status, $thread, $typists, arrived, openedIn } from "./store.ts"

/** How long a typing notice lasts. */
const TYPING_MS = 5_000

export type OnMessage = (message: ChatMessage, isLookedAt: boolean) => void

const isOpened = (pushed: Pick<ChatRoom, "Scope" | "TargetUserCode">): boolean => {
  const opened = $opened.get()
  return opened !== null && isIn(pushed, opened)
}

/** Whether the room is open and visible. */
const isLookedAt = (pushed: Pick<ChatRoom, "Scope" | "TargetUserCode">): boolean =>
  isOpened(pushed) && document.visibilityState === "visible"

/** Shows a message from the server or an own sent one. */
export const receive = (message: ChatMessage): void => {
  const rooms = $rooms.get()
  if (rooms !== null) {
    const after = afterMessage(rooms, message, ownCode())
    if (after === undefined) void loadRooms()
    else $rooms.set(after)
  }
  if (!isOpened(message)) return
  stopTyping(message.SenderUserCode)
  const thread = $thread.get()
  if (thread !== null) $thread.set(withThreadReply(thread, message))
  const shown = $chat.get().historyData
  if ($status.get() === "loading") arrived.push(message)
  else if (shown === null) void loadLatest()
  else if (shown.Room !== message.Room || shown.Epoch !== message.Epoch) void loadLatest()
  else {
    const isNew = !shown.HasNewer && message.Seq > shown.Known && !shown.Early.some(({ Seq }) => Seq === message.Seq)
    $chat.setKey("historyData", withReceived(isNew ? withReplyCounted(shown, message) : shown, message))
    void repair()
  }
}

/** Processes a push. */
export const receivePushed = (pushed: PushedLine, onMessage: OnMessage): void => {
  switch (pushed.Command) {
    case "Bc":
      receive(pushed)
      onMessage(pushed, isLookedAt(pushed))
      break
    case "Ed": {
      const { Command, ...message } = pushed
      change(addressOf(message), message)
      break
    }
    case "De":
      change(addressOf(pushed), { Seq: pushed.Seq, Message: "", Removed: true, Pictures: [], Files: [] })
      break
    case "Re": {
      const shown = $chat.get().historyData
      if (shown?.Room === pushed.Room) $chat.setKey("historyData", withReaction(shown, pushed, ownCode()))
      const thread = $thread.get()
      if (thread?.Room === pushed.Room) $thread.set(withReaction(thread, pushed, ownCode()))
      break
    }
    case "Rd":
      read(pushed)
      break
    case "Ls":
      void changeRoom(pushed)
      break
    case "Ty":
      type(pushed)
      break
    case "Pr": {
      const { UserCode, Online } = pushed
      const online = (room: ChatRoom) => room.Scope === "Person" && room.TargetUserCode === UserCode
      $rooms.set($rooms.get()?.map((room) => (online(room) ? { ...room, Online } : room)) ?? null)
      break
    }
    case "Rs":
      if (pushed.Room === $chat.get().historyData?.Room) void loadLatest()
      void loadRooms()
  }
}

/** Processes a note of a tab. */
export const receiveNote = (note: TabNote, displayName: string): void => {
  if (note.kind === "sent") {
    const { message, posted } = note
    receive({
      Command: "Bc",
      ...posted,
      ClientId: message.clientId,
      Message: message.text,
      SenderUserCode: message.userCode,
      SenderDisplayName: displayName,
      Scope: message.scope,
      TargetUserCode: message.target,
      ReplyTo: message.replyTo,
      Edited: false,
      Removed: false,
      Pictures: message.pictures,
      ...(message.files === undefined || message.files.length === 0 ? {} : { Files: message.files }),
    })
  }
  void showOutgoing()
}

const change = (address: RoomAddress, changed: Partial<ChatMessage> & Pick<ChatMessage, "Seq">): void => {
  const rooms = $rooms.get()
  if (rooms !== null) $rooms.set(afterEdit(rooms, address, changed))
  const opened = $opened.get()
  const shown = $chat.get().historyData
  if (shown !== null && opened !== null && opened.scope === address.scope && opened.target === address.target)
    $chat.setKey("historyData", withChanged(shown, changed))
  const thread = $thread.get()
  if (thread !== null && isOpened({ Scope: address.scope, TargetUserCode: address.target }))
    $thread.set(withChanged(thread, changed))
}

const read = (pushed: ServerPushes["Rd"]): void => {
  const rooms = $rooms.get()
  if (rooms === null) return
  const after = pushed.UserCode === ownCode() ? afterRead : afterOtherRead
  $rooms.set(after(rooms, addressOf(pushed), pushed.Read))
}

const changeRoom = async (pushed: ChatRoom): Promise<void> => {
  const rooms = $rooms.get()
  const after = rooms === null ? undefined : afterChange(rooms, pushed)
  if (after === undefined) await loadRooms()
  else $rooms.set(after)
  if (!isOpened(pushed)) return
  // Readable rooms are in the list, except requests without their first message.
  const isListed = openedIn($rooms.get(), $opened.get()) !== undefined
  if (!isListed && pushed.State !== "invited") $status.set("refused")
  // The room may be readable now.
  else if ($status.get() === "refused") void loadLatest()
}

const type = (pushed: ServerPushes["Ty"]): void => {
  if (!isOpened(pushed) || pushed.UserCode === ownCode()) return
  const untilMs = Date.now() + TYPING_MS
  $typists.set(new Map($typists.get()).set(pushed.UserCode, { name: pushed.UserDisplayName, untilMs }))
  setTimeout(() => {
    if (($typists.get().get(pushed.UserCode)?.untilMs ?? 0) <= untilMs) stopTyping(pushed.UserCode)
  }, TYPING_MS)
}

const stopTyping = (userCode: string): void => {
  if (!$typists.get().has(userCode)) return
  const others = new Map($typists.get())
  others.delete(userCode)
  $typists.set(others)
}
