import { type GroupScope, UNANSWERED_MAX, type ViewerRoomState } from "./contract.ts"
import type { Level } from "./grant/Grant.ts"
import type { RoomState } from "./room/Room.ts"
import type { SeatState } from "./seat/Seat.ts"

/** What a person may do in a room, and the state of the room for them. */
export type RoomPermissions = {
  readonly mayRead: boolean
  readonly mayWrite: boolean
  readonly mayJoin: boolean
  /** Remove messages of others, ban and unban. */
  readonly mayModerate: boolean
  readonly seat: SeatState["status"]
  readonly state: ViewerRoomState
  /**
   * The person has not answered this conversation request, whatever happened to it: its messages do not count as
   * unread.
   */
  readonly isRequest: boolean
  /** Maximum number of unanswered messages; null if unlimited. */
  readonly unansweredMax: number | null
}

type Both = {
  readonly room: RoomState["status"]
  readonly seat: SeatState["status"]
  /** The account was deleted. */
  readonly isGone: boolean
}

/** Facts about a person in a group room. */
export type GroupFacts = Both & {
  readonly scope: GroupScope | "Group"
  readonly isOwner: boolean
  readonly isOwnerGone: boolean
  readonly isBanned: boolean
  /** The level of the person with the creator. */
  readonly level: Level
}

/** Facts about a person in a conversation. */
export type ConversationFacts = Both & {
  readonly scope: "Person"
  readonly otherSeat: SeatState["status"]
  readonly isOtherGone: boolean
  readonly blocks: boolean
  readonly isBlocked: boolean
  /** One of the two does not accept messages. */
  readonly isPersonalRoomShut: boolean
}

/** Decides permissions from facts alone; nothing else does. Null means a guest, who has none. */
export const decidePermissions = (facts: GroupFacts | ConversationFacts | null): RoomPermissions =>
  facts === null ? NOBODY : facts.scope === "Person" ? inConversation(facts) : inGroup(facts)

const NOBODY: RoomPermissions = {
  mayRead: false,
  mayWrite: false,
  mayJoin: false,
  mayModerate: false,
  seat: "none",
  state: "none",
  isRequest: false,
  unansweredMax: null,
}

/** The minimum level of a group room; everyone signed in has 1. */
export const LEVEL_BY_SCOPE: Readonly<Record<GroupScope | "Group", 1 | 2 | 3>> = {
  Team: 1,
  Group: 1,
  Subscriber: 2,
  Premium: 3,
}

const inGroup = (facts: GroupFacts): RoomPermissions => {
  const { scope, room, seat, isOwner, isGone, isBanned, level } = facts
  const isAdmitted = !isGone && !isBanned && (isOwner || Math.max(level, 1) >= LEVEL_BY_SCOPE[scope])
  // Subscribers are members unless they left; everyone else must join, and be added to a group among friends.
  const isIn = isOwner || (scope === "Team" || scope === "Group" ? seat === "joined" : seat !== "left")
  const isLive = room === "open" && !facts.isOwnerGone
  const mayRead = isAdmitted && isIn && room !== "none"
  return {
    mayRead,
    mayWrite: mayRead && isLive,
    mayJoin: isAdmitted && isLive && scope !== "Group",
    mayModerate: isOwner && mayRead,
    seat,
    state: groupState(facts),
    isRequest: false,
    unansweredMax: null,
  }
}

const groupState = ({ room, isBanned, isGone, isOwnerGone }: GroupFacts): ViewerRoomState => {
  if (room === "none") return "none"
  if (isBanned || isGone || isOwnerGone) return "ended"
  return room === "shut" ? "shutGroup" : "open"
}

const inConversation = (facts: ConversationFacts): RoomPermissions => {
  const { room, seat, otherSeat, isGone } = facts
  const state = conversationState(facts)
  const mayWrite = state === "none" || state === "open" || state === "invited" || state === "requested"
  return {
    // Members keep reading what was said; without messages only a conversation that may begin is visible.
    mayRead: !isGone && seat !== "left" && (mayWrite || (room !== "none" && seat !== "none")),
    mayWrite,
    // A member may join again: the reply to the first request may have been lost.
    mayJoin: !isGone && (seat === "left" || seat === "joined") && !facts.isOtherGone,
    mayModerate: false,
    seat,
    state,
    isRequest: isAsked(seat),
    unansweredMax: otherSeat === "none" || isAsked(otherSeat) ? UNANSWERED_MAX : null,
  }
}

const conversationState = (facts: ConversationFacts): ViewerRoomState => {
  const { seat, otherSeat } = facts
  if (facts.isGone || facts.isOtherGone) return "ended"
  if (facts.blocks) return "blocked"
  if (facts.isBlocked || seat === "left" || otherSeat === "left") return "ended"
  if (facts.isPersonalRoomShut) return "shutPersonal"
  if (isAsked(seat)) return "invited"
  if (isAsked(otherSeat)) return "requested"
  return seat === "joined" && otherSeat === "joined" ? "open" : "none"
}

/** The sender cannot tell an ignored request from an unanswered one. */
const isAsked = (seat: SeatState["status"]): boolean => seat === "invited" || seat === "ignored"
