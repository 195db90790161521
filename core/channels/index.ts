export { type ApplicationForm, creatorReader } from "./applications/Application.ts"
export { Applications, type OpenedChannel } from "./applications/Applications.ts"
export { type ApplicationEvent, ApplicationEvents } from "./applications/events.ts"
export {
  Channel,
  type ChannelPictures,
  type ChannelStatus,
  channelReader,
  type Description,
} from "./channel/Channel.ts"
export { Channels } from "./channel/Channels.ts"
export { type ChannelEvent, ChannelEvents } from "./channel/events.ts"
export { type ClaimEvent, ClaimEvents, type ProofPlace } from "./claims/events.ts"
export { claimReader, FeedClaims } from "./claims/FeedClaims.ts"
export { META_NAME } from "./claims/findProof.ts"
export type { NoProof, NotReached } from "./claims/refusals.ts"
export { CreatorInvitations } from "./invitations/CreatorInvitations.ts"
export type { CreatorInvite } from "./invitations/inviteCreator.ts"
export { ChannelMoves } from "./moves/ChannelMoves.ts"
export type { NoMoveProof, NotReachedThere, OwnAddress } from "./moves/refusals.ts"
export type {
  AlreadyCreator,
  ApplicationInReview,
  NoApplication,
  NoInvitation,
  TooManyInvitations,
  TooManySubChannels,
  TooManySubmissions,
  UnfitForm,
} from "./refusals.ts"
export { NoChannel } from "./refusals.ts"
