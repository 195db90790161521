export { Chats } from "./Chats.ts"
export { Creators } from "./Creators.ts"
export { type By, type Done, OPERATOR, type Post, type Posted } from "./commands.ts"
export { decideStanding, LEVEL_OF, type Standing } from "./decideStanding.ts"
export {
  type ChatPersonEvent,
  ChatPersonEvents,
  type GrantEvent,
  GrantEvents,
  type RoomEvent,
  RoomEvents,
  type SeatEvent,
  SeatEvents,
} from "./events.ts"
export { findPosted } from "./findPosted.ts"
export type { Level } from "./grant/Grant.ts"
export {
  type Conversation,
  isConversation,
  type OwnedRoom,
  otherOf,
  ROOM_ID,
  type RoomAddress,
  roomIdOf,
} from "./ids.ts"
export { LinkPreviews } from "./links/LinkPreviews.ts"
export type { QuietHours } from "./person/changePerson.ts"
export * from "./refusals.ts"
export type { RoomStanding } from "./standingOf.ts"
export { STANDING_MS_MAX } from "./standings.ts"
