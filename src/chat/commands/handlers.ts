import type { Command } from "#contract/chat"
import type { CommandHandler } from "./CommandHandler.ts"
import { blockPerson, changeMembership } from "./changeMembership.ts"
import { deleteMessage, editMessage, reportMessage } from "./changeMessage.ts"
import { listRoomsWithoutUnread, listRoomsWithUnread } from "./listRooms.ts"
import { loadHistory, loadMessagesAfter } from "./loadHistory.ts"
import { manageRoom } from "./manageRoom.ts"
import { markRead } from "./markRead.ts"
import { postMessage } from "./postMessage.ts"
import { resumeRooms } from "./resumeRooms.ts"
import { searchMessages } from "./searchMessages.ts"
import { showTyping, watchPresence } from "./watchPresence.ts"

export const handlers: Readonly<Record<Exclude<Command, "Tk" | "Hb">, CommandHandler>> = {
  Bc: postMessage,
  Bl: blockPerson,
  De: deleteMessage,
  Ed: editMessage,
  In: changeMembership,
  Lh: loadHistory,
  Lm: loadMessagesAfter,
  Lmh: listRoomsWithUnread,
  Ls: listRoomsWithoutUnread,
  Pr: watchPresence,
  Rd: markRead,
  Rm: manageRoom,
  Rp: reportMessage,
  Rs: resumeRooms,
  Sh: searchMessages,
  Ty: showTyping,
}
