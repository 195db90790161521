/** The browser-safe part of the wallet. */

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
export { type AssetType, COIN_IDS, DEFAULT_ASSET_TYPES } from "./assets/AssetType.ts"
export { BASE_CURRENCIES } from "./rates/pairs.ts"
export { SPEEDS } from "./withdrawals/speeds.ts"

/** Characters of the label of an address book entry. */
export const ADDRESS_LABEL_LENGTH_MAX = 40

/** Characters of an address in a request. The longest address of a supported network has 74. */
export const ADDRESS_LENGTH_MAX = 120

/** Characters of the message of a donation. */
export const DONATION_MESSAGE_LENGTH_MAX = 200

/** The smallest donation in minor units, 0.00001 coins: smaller ones would only fill statements. */
export const DONATION_UNITS_MIN = 1_000n
