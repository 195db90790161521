/** Characters of a passkey's name. */
export const PASSKEY_NAME_LENGTH_MAX = 60
/** Characters of the reason why a run is stopped. */
export const REASON_LENGTH_MAX = 500
