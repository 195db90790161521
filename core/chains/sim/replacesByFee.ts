import type { Network } from "../networks.ts"

/** Litecoin nodes disable it by default, and Bitcoin Cash has removed it. */
export const replacesByFee = ({ name }: Network): boolean => name === "BTC"
