export { listDueRules, listEndedCycles, listMissedRules, listRulesOfCreator } from "./dueSubscriptions.ts"
export { channelsOfCreators, type ListedRule, rulesOf } from "./findRules.ts"
export { pricesLayer } from "./prices.ts"
export { subscriptions } from "./subscriptions.projection.ts"
