export { type CurrentRate, currentRates, isValidAt, pairName } from "./currentRates.ts"
export { type FoundSnapshot, findSnapshot } from "./findSnapshot.ts"
export { type RateHistory, type RatePoint, rateHistory } from "./rateHistory.ts"
export { rates } from "./rates.projection.ts"
