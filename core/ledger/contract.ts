/** The part of the ledger that browsers may import. */

export { divideDown, floorDecimal, powerOfTen, readDecimal, roundDecimal } from "./money/Decimal.ts"
export { decimalPattern, fitDecimal } from "./money/fitDecimal.ts"
export { formatUnits, parseUnits, type UnitsProblem, unitsText } from "./money/units.ts"
export { PURPOSES, type Purpose } from "./purposes.ts"
