/** What a giver may write to the receiver, in characters. */
export const DONATION_MESSAGE_LENGTH_MAX = 200
/** The smallest donation, in minor units: a coin divided by a hundred thousand. Less is dust that only fills statements. */
export const DONATION_UNITS_MIN = 1_000n
