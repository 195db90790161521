export { type CurrentRate, currentRates, isValidAt, pairName } from "./currentRates.ts"
export { type RatePoint, rateHistory } from "./rateHistory.ts"
export { rates } from "./rates.projection.ts"
