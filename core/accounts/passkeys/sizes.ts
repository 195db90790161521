/** Passkeys of one person: a few for each device they ever had. */
export const PASSKEYS_MAX = 30
export const PASSKEY_NAME_LENGTH_MAX = 60
/** From being asked for a passkey to showing it: browsers wait five minutes for a person to find theirs. */
export const CHALLENGE_MS_MAX = 300_000
