import type { GroupScope, Scope, ViewerRoomState } from "#contract/chat"
import {
  decidePermissions,
  isConversation,
  LEVEL_BY_SCOPE,
  otherOf,
  type RoomAddress,
  type RoomPermissions,
  roomIdOf,
} from "#core/chat"
import type { HistoryMessage } from "./pageHistory.ts"
import type { RoomRow, Target } from "./readRooms.ts"

/** A room in the list of a person. */
export type ListedRoom = {
  readonly roomId: string
  /** 0 if it was never opened. */
  readonly epoch: number
  readonly address: RoomAddress
  readonly scope: Scope
  /** The other person of a conversation, the creator, or the id of a group. */
  readonly targetId: string
  readonly targetCode: string
  readonly targetName: string
  readonly headerImage: string | null
  /** The required level of a group room, 1 to 3; 0 for a conversation. */
  readonly level: number
  readonly state: ViewerRoomState
  readonly permissions: RoomPermissions
  readonly head: number
  /** Messages up to this number are not new: read, written by the person, or older than their access. */
  readonly read: number
  /** The same for the other person of an open conversation; otherwise null. */
  readonly otherRead: number | null
  /** The person wants no notices about it. */
  readonly isMuted: boolean
  /** 0 for non-members. A request's count is not part of any total. */
  readonly unread: number
  /** Time of the last message; null without a room. */
  readonly lastAtIso: string | null
  readonly lastMessage: HistoryMessage | null
}

/** Adds permissions and unread count to a row. */
export const toListed = (row: RoomRow, personId: string): ListedRoom => {
  const { roomId, epoch, scope, head, read, isMuted, lastAtIso, targetCode, targetName, headerImage } = row
  const targetId = row.ownerId ?? row.otherId ?? ""
  const permissions = currentPermissions(row, personId)
  // A sufficient level makes a person a member without joining.
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
    level: isGroup(scope) ? LEVEL_BY_SCOPE[scope] : 0,
    state: permissions.state,
    permissions,
    head,
    read,
    isMuted,
    otherRead: scope === "Person" && permissions.state === "open" ? row.otherRead : null,
    unread: isCounted ? Math.max(head - read, 0) : 0,
    lastAtIso,
    lastMessage: row.last,
  }
}

export const addressOf = (scope: Scope, targetId: string, personId: string): RoomAddress =>
  isGroup(scope) ? { scope, ownerId: targetId } : { scope: "Person", personIds: [personId, targetId] }

export const targetOf = (address: RoomAddress, personId: string): Target => {
  const of = { room_id: roomIdOf(address), scope: address.scope }
  return isConversation(address)
    ? { ...of, owner_id: null, other_id: otherOf(address, personId) }
    : { ...of, owner_id: address.ownerId, other_id: null }
}

const isGroup = (scope: Scope): scope is GroupScope | "Group" => scope !== "Person"

const currentPermissions = (row: RoomRow, personId: string): RoomPermissions => {
  const { scope, status, seat, ownerId, isGone, isTargetGone, isBanned, level } = row
  const both = { room: status, seat, isGone }
  if (isGroup(scope)) {
    const isOwner = ownerId === personId
    return decidePermissions({ ...both, scope, isOwner, isOwnerGone: isTargetGone, isBanned, level })
  }
  // An own personal room is listed while it is shut.
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

/** The total of unread messages. Requests of strangers do not count. */
export const unreadIn = (rooms: ReadonlyArray<ListedRoom>): number =>
  rooms.reduce((sum, { permissions, unread }) => sum + (permissions.isRequest ? 0 : unread), 0)
