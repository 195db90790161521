import type { GroupScope, RoomState as StateShown } from "./contract.ts"
import type { Level } from "./grant/Grant.ts"
import { UNANSWERED_MAX } from "./limits.ts"
import type { RoomState } from "./room/Room.ts"
import type { SeatState } from "./seat/Seat.ts"

/** What a person may do in a room, and how the room stands for them. */
export type Standing = {
  readonly mayRead: boolean
  readonly mayWrite: boolean
  readonly mayJoin: boolean
  /** Remove the messages of others, ban and unban. */
  readonly mayModerate: boolean
  readonly seat: SeatState["status"]
  readonly state: StateShown
  /** The person was asked for a conversation and has not answered, whatever became of it: what is said there counts nowhere. */
  readonly isRequest: boolean
  /** How many messages may stand unanswered; null where there is no such bound. */
  readonly unansweredMax: number | null
}

type Both = {
  readonly room: RoomState["status"]
  readonly seat: SeatState["status"]
  /** The person left for good. */
  readonly isGone: boolean
}

/** What is known of a person in one of a creator's rooms. */
export type GroupFacts = Both & {
  readonly scope: GroupScope
  readonly isOwner: boolean
  readonly isOwnerGone: boolean
  readonly isBanned: boolean
  /** The person's with the creator. */
  readonly level: Level
}

/** What is known of a person in a conversation. */
export type ConversationFacts = Both & {
  readonly scope: "Person"
  readonly otherSeat: SeatState["status"]
  readonly isOtherGone: boolean
  /** This person blocked the other one. */
  readonly blocks: boolean
  /** The other one blocked this person. */
  readonly isBlocked: boolean
  /** One of the two shut their personal room. */
  readonly isDoorShut: boolean
}

/** The one place where permission is decided, from facts alone. Null: a guest, who has none. */
export const decideStanding = (facts: GroupFacts | ConversationFacts | null): Standing =>
  facts === null ? NOBODY : facts.scope === "Person" ? inConversation(facts) : inGroup(facts)

const NOBODY: Standing = {
  mayRead: false,
  mayWrite: false,
  mayJoin: false,
  mayModerate: false,
  seat: "none",
  state: "none",
  isRequest: false,
  unansweredMax: null,
}

/** The lowest level that a group room asks for; everybody signed in has 1. */
export const LEVEL_OF: Readonly<Record<GroupScope, 1 | 2 | 3>> = { Team: 1, Subscriber: 2, Premium: 3 }

const inGroup = (facts: GroupFacts): Standing => {
  const { scope, room, seat, isOwner, isGone, isBanned, level } = facts
  const isAdmitted = !isGone && !isBanned && (isOwner || Math.max(level, 1) >= LEVEL_OF[scope])
  // Whoever pays is in unless they left; everybody else has to come in.
  const isIn = isOwner || (scope === "Team" ? seat === "joined" : seat !== "left")
  const isLive = room === "open" && !facts.isOwnerGone
  const mayRead = isAdmitted && isIn && room !== "none"
  return {
    mayRead,
    mayWrite: mayRead && isLive,
    mayJoin: isAdmitted && isLive,
    mayModerate: isOwner && mayRead,
    seat,
    state: groupState(facts),
    isRequest: false,
    unansweredMax: null,
  }
}

const groupState = ({ room, isBanned, isGone, isOwnerGone }: GroupFacts): StateShown => {
  if (room === "none") return "none"
  if (isBanned || isGone || isOwnerGone) return "ended"
  return room === "shut" ? "shutGroup" : "open"
}

const inConversation = (facts: ConversationFacts): Standing => {
  const { room, seat, otherSeat, isGone } = facts
  const state = conversationState(facts)
  const mayWrite = state === "none" || state === "open" || state === "invited" || state === "requested"
  return {
    // What was said stays with who sits there; where nothing was, there is nothing to see but a room that may begin.
    mayRead: !isGone && seat !== "left" && (mayWrite || (room !== "none" && seat !== "none")),
    mayWrite,
    // Who is in again may say so again: the answer to the first time may have been lost.
    mayJoin: !isGone && (seat === "left" || seat === "joined") && !facts.isOtherGone,
    mayModerate: false,
    seat,
    state,
    isRequest: isAsked(seat),
    unansweredMax: otherSeat === "none" || isAsked(otherSeat) ? UNANSWERED_MAX : null,
  }
}

const conversationState = (facts: ConversationFacts): StateShown => {
  const { seat, otherSeat } = facts
  if (facts.isGone || facts.isOtherGone) return "ended"
  if (facts.blocks) return "blocked"
  if (facts.isBlocked || seat === "left" || otherSeat === "left") return "ended"
  if (facts.isDoorShut) return "shutPersonal"
  if (isAsked(seat)) return "invited"
  if (isAsked(otherSeat)) return "requested"
  return seat === "joined" && otherSeat === "joined" ? "open" : "none"
}

/** Who ignores a request is to who made it as somebody who has not answered yet. */
const isAsked = (seat: SeatState["status"]): boolean => seat === "invited" || seat === "ignored"
