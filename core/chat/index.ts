export { Chats } from "./Chats.ts"
export { Creators } from "./Creators.ts"
export { type CallerId, type CommandResult, OPERATOR, type PostRequest, type PostResult } from "./commands.ts"
export { decidePermissions, LEVEL_BY_SCOPE, type RoomPermissions } from "./decidePermissions.ts"
export { Entitlements, PERMISSION_AGE_MS_MAX } from "./Entitlements.ts"
export {
  type ChatPersonEvent,
  ChatPersonEvents,
  type GrantEvent,
  GrantEvents,
  type MessageFile,
  type ReactionEvent,
  ReactionEvents,
  type RoomEvent,
  RoomEvents,
  type SeatEvent,
  SeatEvents,
} from "./events.ts"
export { findPostedEvent } from "./findPostedEvent.ts"
export type { Level } from "./grant/Grant.ts"
export { GroupEvents } from "./group/events.ts"
export {
  type Conversation,
  groupRoomOf,
  isConversation,
  type OwnedRoom,
  otherOf,
  ROOM_ID,
  type RoomAddress,
  roomIdOf,
} from "./ids.ts"
export { LinkPreviews } from "./links/LinkPreviews.ts"
export { ProbeReaders } from "./ProbeReaders.ts"
export type { QuietHours } from "./person/changePerson.ts"
export type { CurrentPermissions } from "./readPermissions.ts"
export * from "./refusals.ts"
export { addressOf } from "./room/addressOf.ts"
