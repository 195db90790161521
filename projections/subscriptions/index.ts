export { listDueRules, listEndedCycles, listMissedRules, listRulesOfCreator } from "./dueSubscriptions.ts"
export { channelsOfCreators, type ListedRule, listCycles, rulesOf } from "./findRules.ts"
export { pricesLayer } from "./prices.ts"
export { subscriptions } from "./subscriptions.projection.ts"
