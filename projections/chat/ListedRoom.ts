import { GROUP_SCOPES, type GroupScope, type Scope, type ViewerRoomState } from "#contract/chat"
import {
  decidePermissions,
  isConversation,
  LEVEL_OF,
  otherOf,
  type RoomAddress,
  type RoomPermissions,
  roomIdOf,
} from "#core/chat"
import type { HistoryMessage } from "./HistoryMessage.ts"
import type { RoomRow, Target } from "./readRooms.ts"

/** A room as it stands for a person. */
export type ListedRoom = {
  readonly roomId: string
  /** 0 where it was never opened. */
  readonly epoch: number
  readonly address: RoomAddress
  readonly scope: Scope
  /** The other person of a conversation, or the creator. */
  readonly targetId: string
  readonly targetCode: string
  readonly targetName: string
  readonly headerImage: string | null
  /** What a group room asks for: 1, 2 or 3; 0 for a conversation. */
  readonly level: number
  readonly state: ViewerRoomState
  readonly permissions: RoomPermissions
  readonly head: number
  /** The number up to which nothing is new to the person: read, written by them, or said before they were let in. */
  readonly read: number
  /** The same of the other one, in a conversation that both are in; null where nobody is told that. */
  readonly otherRead: number | null
  /** 0 for who is not in the room; a creator is in their own. That of a request is no part of any sum. */
  readonly unread: number
  /** When something was last said; null where there is no room. */
  readonly lastAtIso: string | null
  readonly lastMessage: HistoryMessage | null
}

/** What a room is to a person, in the words of the one decision about it. */
export const toListed = (row: RoomRow, personId: string): ListedRoom => {
  const { roomId, epoch, scope, head, read, lastAtIso, targetCode, targetName, headerImage } = row
  const targetId = row.ownerId ?? row.otherId ?? ""
  const permissions = currentPermissions(row, personId)
  // Whoever's level opens a room is in it, also where they never looked at it.
  const isIn = row.isSeated || row.ownerId !== null
  const isCounted = row.ownerId === personId || (isIn && permissions.mayRead)
  return {
    roomId,
    epoch,
    address: row.ownerId === null ? addressOf("Person", targetId, personId) : { scope, ownerId: row.ownerId },
    scope,
    targetId,
    targetCode,
    targetName,
    headerImage,
    level: isGroup(scope) ? LEVEL_OF[scope] : 0,
    state: permissions.state,
    permissions,
    head,
    read,
    otherRead: scope === "Person" && permissions.state === "open" ? row.otherRead : null,
    unread: isCounted ? Math.max(head - read, 0) : 0,
    lastAtIso,
    lastMessage: row.last,
  }
}

/** The room that a person means by a scope and somebody. */
export const addressOf = (scope: Scope, targetId: string, personId: string): RoomAddress =>
  isGroup(scope) ? { scope, ownerId: targetId } : { scope: "Person", personIds: [personId, targetId] }

/** A room as the database is asked for it. */
export const targetOf = (address: RoomAddress, personId: string): Target => {
  const of = { room_id: roomIdOf(address), scope: address.scope }
  return isConversation(address)
    ? { ...of, owner_id: null, other_id: otherOf(address, personId) }
    : { ...of, owner_id: address.ownerId, other_id: null }
}

const isGroup = (scope: Scope): scope is GroupScope => (GROUP_SCOPES as ReadonlyArray<Scope>).includes(scope)

const currentPermissions = (row: RoomRow, personId: string): RoomPermissions => {
  const { scope, status, seat, ownerId, isGone, isTargetGone, isBanned, level } = row
  const both = { room: status, seat, isGone }
  if (isGroup(scope)) {
    const isOwner = ownerId === personId
    return decidePermissions({ ...both, scope, isOwner, isOwnerGone: isTargetGone, isBanned, level })
  }
  // Their own door, which is listed while it is shut.
  if (ownerId !== null) return { ...decidePermissions(null), state: status === "shut" ? "shutPersonal" : "none" }
  const { otherSeat, blocks, isBlocked, isPersonalRoomShut } = row
  return decidePermissions({
    ...both,
    scope,
    otherSeat,
    isOtherGone: isTargetGone,
    blocks,
    isBlocked,
    isPersonalRoomShut,
  })
}

/** How much is new in some rooms together: requests of strangers are no messages yet. */
export const unreadIn = (rooms: ReadonlyArray<ListedRoom>): number =>
  rooms.reduce((sum, { permissions, unread }) => sum + (permissions.isRequest ? 0 : unread), 0)
