import type { Network } from "../networks.ts"

/** Litecoin nodes have it switched off as they come, Bitcoin Cash has done away with it. */
export const replacesByFee = ({ name }: Network): boolean => name === "BTC"
