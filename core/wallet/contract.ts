/** What a browser may know of the wallet. */

export { looksLikeAddress } from "#contract/chains"
export {
  decimalPattern,
  fitDecimal,
  formatUnits,
  PURPOSES,
  type Purpose,
  parseUnits,
  unitsText,
} from "#contract/ledger"
export { ADDRESS_LABEL_LENGTH_MAX, ADDRESS_LENGTH_MAX } from "./addressBook/limits.ts"
export { COIN_IDS } from "./assets/coins.ts"
export { type AssetType, FIRST_ASSET_TYPES } from "./assets/firstAssetTypes.ts"
export { DONATION_MESSAGE_LENGTH_MAX, DONATION_UNITS_MIN } from "./donations/limits.ts"
export { BASE_CURRENCIES } from "./rates/pairs.ts"
export { SPEEDS } from "./withdrawals/speeds.ts"
