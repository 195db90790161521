export {
  listDueRules,
  listEndedCycles,
  listMissedRules,
  listPaidRulesOfCreators,
  listRulesOfCreator,
  listRulesOfWithheld,
} from "./dueSubscriptions.ts"
export { type ForwardedPart, forwardedAt, forwardersTo, forwardsBy, forwardsTo } from "./findForwards.ts"
export { accessGivenBy, freeAccessOf, listEndedAccess, passesOf, trialDaysOf } from "./findFreeAccess.ts"
export { findGift, giftsClaimedBy, giftsOf, listGiftsForCreator, listUnclaimedGifts } from "./findGifts.ts"
export { type ListedOffer, listWaitedFor, type OwnSeat, offersOfCreators, seatsOfPerson } from "./findOffers.ts"
export { countPledges, listWaitingFor, pledgesOf, type WaitingReader } from "./findPledges.ts"
export { cyclesOfPayday, findPayday, type ListedPayday, listPaydayProofs, listPaydays } from "./findProofs.ts"
export {
  channelsOfCreators,
  countedChannel,
  findCycle,
  type ListedCycle,
  type ListedRule,
  listCycles,
  rulesOf,
  runningCycles,
} from "./findRules.ts"
export { freeAccess } from "./freeAccess.projection.ts"
export { gifts } from "./gifts.projection.ts"
export { memberships } from "./memberships.projection.ts"
export { pledges } from "./pledges.projection.ts"
export { pricesLayer } from "./prices.ts"
export { reportOnSupporters } from "./reportOnSupporters.ts"
export { subscriptions } from "./subscriptions.projection.ts"
export type { ListedShare } from "./tables.ts"
