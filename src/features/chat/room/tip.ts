import type { KnownRoom, RoomAddress } from "../wire.ts"

/** What a room says of itself instead of, or above, its messages. */
export interface Tip {
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
    | "chat.tip.closed"
  /** What can be done about it. */
  readonly acts: ReadonlyArray<"accept" | "ignore" | "open" | "unblock" | "join">
  readonly mayWrite: boolean
}

/**
 * The tip of a room; undefined where it is simply open.
 *
 * @param room as the list has it; undefined where the list does not
 * @param isRefused whether its history may not be read
 */
export const tipOf = (
  room: Pick<KnownRoom, "State"> | undefined,
  { scope, target }: RoomAddress,
  { userCode, isRefused }: { readonly userCode: string; readonly isRefused: boolean },
): Tip | undefined => {
  const isPerson = scope === "Person"
  const isOwn = !isPerson && target === userCode
  const state = room?.State ?? (isRefused ? "closed" : isPerson || isOwn ? "none" : "open")
  switch (state) {
    case "open":
      return undefined
    case "none":
      if (isPerson) return { text: "chat.tip.first", acts: [], mayWrite: true }
      return isOwn
        ? { text: "chat.tip.none.creator", acts: ["open"], mayWrite: false }
        : { text: "chat.tip.none.person", acts: [], mayWrite: false }
    case "shutPersonal":
      return { text: "chat.tip.shutPersonal", acts: [], mayWrite: false }
    case "shutGroup":
      return isOwn
        ? { text: "chat.tip.shut.own", acts: ["open"], mayWrite: false }
        : { text: "chat.tip.shutGroup", acts: [], mayWrite: false }
    case "invited":
      return { text: "chat.tip.invited", acts: ["accept", "ignore"], mayWrite: false }
    case "requested":
      return { text: "chat.tip.requested", acts: [], mayWrite: true }
    case "blocked":
      return { text: "chat.tip.blocked", acts: ["unblock"], mayWrite: false }
    case "ended":
      return { text: "chat.tip.ended", acts: isPerson ? [] : ["join"], mayWrite: false }
    case "closed":
      return { text: isPerson ? "chat.tip.closed" : "chat.tip.none.person", acts: [], mayWrite: false }
  }
}
