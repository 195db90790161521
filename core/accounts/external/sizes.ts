/** Identities of one person. */
export const IDENTITIES_MAX = 20
/** From leaving for an issuer to coming back, and from there to linking what was proven. */
export const TICKET_MS_MAX = 1_800_000
