/** What a browser may know of the wallet. */

export { ADDRESS_LABEL_LENGTH_MAX, ADDRESS_LENGTH_MAX } from "./addressBook/limits.ts"
export { looksLikeAddress } from "./addresses/addressHint.ts"
export { COIN_IDS } from "./assets/coins.ts"
export { type AssetType, FIRST_ASSET_TYPES } from "./assets/firstAssetTypes.ts"
export { DONATION_MESSAGE_LENGTH_MAX, DONATION_UNITS_MIN } from "./donations/limits.ts"
export { PURPOSES, type Purpose } from "./ledger/purposes.ts"
export { decimalPattern, fitDecimal } from "./money/fitDecimal.ts"
export { formatUnits } from "./money/formatUnits.ts"
export { parseUnits, unitsText } from "./money/units.ts"
export { BASE_CURRENCIES } from "./rates/pairs.ts"
export { SPEEDS } from "./withdrawals/speeds.ts"
