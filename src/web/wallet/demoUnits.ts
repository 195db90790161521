/** What somebody gets of a demo chain's coins at once, in minor units: little enough for the usual confirmations. */
export const DEMO_UNITS = 1_000_000n
