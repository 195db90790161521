export {
  listDueRules,
  listEndedCycles,
  listMissedRules,
  listRulesOfCreator,
} from "./dueSubscriptions.ts"
export { type ListedOffer, listWaitedFor, type OwnSeat, offersOfCreators, seatsOfPerson } from "./findOffers.ts"
export { channelsOfCreators, type ListedCycle, type ListedRule, listCycles, rulesOf } from "./findRules.ts"
export { pricesLayer } from "./prices.ts"
export { subscriptions } from "./subscriptions.projection.ts"
