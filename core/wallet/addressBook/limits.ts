/** Addresses that a person keeps at once, of all coins. */
export const ADDRESSES_MAX = 50
/** How a person may call an address, in characters. */
export const ADDRESS_LABEL_LENGTH_MAX = 40
/** Characters of an address that are looked at; the longest of any network has 74. */
export const ADDRESS_LENGTH_MAX = 120
/** How long nothing is withdrawn to a new address, so that its owner can object who did not add it. */
export const ADDRESS_HOLD_MS = 24 * 3_600_000
