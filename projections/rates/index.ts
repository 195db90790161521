export { type CurrentRate, currentRates, isValidAt, listPrices, pairName } from "./currentRates.ts"
export { type RatePoint, rateHistory, ratesAt } from "./rateHistory.ts"
export { rates } from "./rates.projection.ts"
