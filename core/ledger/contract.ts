/** The part of the ledger that browsers may import. */

export { decimalPattern, fitDecimal } from "./money/fitDecimal.ts"
export { formatUnits } from "./money/formatUnits.ts"
export { floorDecimal, roundDecimal } from "./money/roundDecimal.ts"
export { parseUnits, unitsText } from "./money/units.ts"
export { PURPOSES, type Purpose } from "./purposes.ts"
