/** The assets that are coins of a chain: what is deposited, held, given and withdrawn. Currencies only price them. */
export const COIN_IDS: ReadonlyArray<number> = [1, 2, 3]
