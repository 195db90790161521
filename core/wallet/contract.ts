/** What a browser may know of the wallet. */

export { DONATION_MESSAGE_LENGTH_MAX, DONATION_UNITS_MIN } from "./donations/limits.ts"
export { PURPOSES, type Purpose } from "./ledger/purposes.ts"
export { decimalPattern, fitDecimal } from "./money/fitDecimal.ts"
export { BASE_CURRENCIES } from "./rates/pairs.ts"
