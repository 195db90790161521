import type { ChatSummary } from "#contract/chat"
import type { RoomAddress } from "../wire.ts"

/** A notice about a room, instead of or above its messages. */
export interface RoomNotice {
  readonly text:
    | "chat.tip.none.person"
    | "chat.tip.none.creator"
    | "chat.tip.first"
    | "chat.tip.shutPersonal"
    | "chat.tip.shutGroup"
    | "chat.tip.shut.own"
    | "chat.tip.invited"
    | "chat.tip.requested"
    | "chat.tip.blocked"
    | "chat.tip.ended"
    | "chat.tip.join"
    | "chat.tip.subscribers"
    | "chat.tip.premium"
    | "chat.tip.closed"
    | "chat.tip.closed.group"
  /** Possible actions. */
  readonly acts: ReadonlyArray<"accept" | "ignore" | "open" | "unblock" | "join" | "subscribe">
  readonly mayWrite: boolean
}

/** What is known beside the list. */
interface Circumstances {
  /** The reader. */
  readonly userCode: string
  /** The history may not be read. */
  readonly isRefused: boolean
  /** Joining was refused too: people who may not see a room learn that it does not exist. */
  readonly isJoinRefused: boolean
}

/**
 * The notice of a room; undefined if it is simply open.
 *
 * @param room as listed; undefined if not
 */
export const roomNoticeOf = (
  room: Pick<ChatSummary, "State"> | undefined,
  { scope, target }: RoomAddress,
  { userCode, isRefused, isJoinRefused }: Circumstances,
): RoomNotice | undefined => {
  const isPerson = scope === "Person"
  const isGroup = scope === "Group"
  const isOwn = target === userCode
  const state = room?.State ?? (isRefused && !isOwn ? "closed" : isPerson || isOwn ? "none" : "open")
  switch (state) {
    case "open":
      return undefined
    case "none":
      if (isPerson) return { text: "chat.tip.first", acts: [], mayWrite: !isOwn }
      return isOwn
        ? { text: "chat.tip.none.creator", acts: ["open"], mayWrite: false }
        : { text: "chat.tip.none.person", acts: [], mayWrite: false }
    case "shutPersonal":
    case "shutGroup":
      if (isOwn) return { text: "chat.tip.shut.own", acts: ["open"], mayWrite: false }
      return { text: `chat.tip.${state}`, acts: [], mayWrite: false }
    case "invited":
      return { text: "chat.tip.invited", acts: ["accept", "ignore"], mayWrite: false }
    case "requested":
      return { text: "chat.tip.requested", acts: [], mayWrite: true }
    case "blocked":
      return { text: "chat.tip.blocked", acts: ["unblock"], mayWrite: false }
    case "ended":
      return { text: "chat.tip.ended", acts: isPerson || isGroup ? [] : ["join"], mayWrite: false }
    case "closed":
      if (isGroup) return { text: "chat.tip.closed.group", acts: [], mayWrite: false }
      if (!isJoinRefused)
        return { text: isPerson ? "chat.tip.closed" : "chat.tip.join", acts: ["join"], mayWrite: false }
      if (scope === "Subscriber") return { text: "chat.tip.subscribers", acts: ["subscribe"], mayWrite: false }
      if (scope === "Premium") return { text: "chat.tip.premium", acts: ["subscribe"], mayWrite: false }
      return { text: isPerson ? "chat.tip.closed" : "chat.tip.none.person", acts: [], mayWrite: false }
  }
}
