export { applications } from "./applications.projection.ts"
export { channels } from "./channels.projection.ts"
export { claims } from "./claims.projection.ts"
export { findApplication, type ListedApplication, listApplications } from "./findApplication.ts"
export {
  channelsOf,
  channelsOfFeeds,
  findChannel,
  findChannelById,
  findChannelFor,
  findChannelOf,
  findWithheldChannel,
  type ListedChannel,
  searchChannels,
} from "./findChannels.ts"
export { findClaimant, type ListedClaim, listClaims } from "./listClaims.ts"
export { listProfit, type MonthlyProfit } from "./listProfit.ts"
export { type ListedSupporter, listSupporters } from "./listSupporters.ts"
