/** Apart from what decides, so that a browser that only counts does not load the library that decodes. */

/** A code of an authenticator counts while it is younger than this (specification, section 3). */
export const STEP_MS = 30_000
/** Codes for the day on which the authenticator is lost. */
export const RECOVERY_CODES = 10
/** From being shown a secret to confirming it: as long as a session counts as fresh, and a little more. */
export const ENROLMENT_MS_MAX = 1_800_000
/** Between the wish to be rid of a second step without having it and the deed: time for its owner to object. */
export const REMOVAL_DELAY_MS = 259_200_000
/** A code as it is typed, blanks and hyphens included. */
export const TYPED_CODE_LENGTH_MAX = 40
/** Anyone who signed in within this time need not confirm by mail that it is them. */
export const SESSION_FRESH_MS = 900_000
