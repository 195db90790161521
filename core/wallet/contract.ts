/** The browser-safe part of the wallet. */

export { looksLikeAddress } from "#contract/chains"
export {
  decimalPattern,
  fitDecimal,
  floorDecimal,
  formatUnits,
  PURPOSES,
  type Purpose,
  parseUnits,
  roundDecimal,
  type UnitsProblem,
  unitsText,
} from "#contract/ledger"
export { type AssetType, COIN_IDS, DEFAULT_ASSET_TYPES } from "./assets/AssetType.ts"
export { unitsRoundedUp, valueRoundedDown } from "./rates/conversion.ts"
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

/** `seen`: pending; `credited`: booked; `vanished`: can no longer confirm. */
export const DEPOSIT_STATUSES = ["seen", "credited", "vanished"] as const

/** Phases of a withdrawal that has not ended, in order. */
export const OPEN_WITHDRAWAL_PHASES = ["requested", "approved", "built", "signed", "broadcast", "seen"] as const
export const WITHDRAWAL_PHASES = [...OPEN_WITHDRAWAL_PHASES, "confirmed", "cancelled", "failed"] as const
export type WithdrawalPhase = (typeof WITHDRAWAL_PHASES)[number]

/**
 * Security changes that pause withdrawals.
 * - `reset`: the withdrawal password was replaced without the previous one;
 * - `signIn`: the sign-in password was changed;
 * - `step`: the second step was changed or removed.
 */
export const PAUSE_REASONS = ["reset", "signIn", "step"] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]
