import type { ChainName } from "../networks.ts"

const SCHEMES: Readonly<Record<ChainName, string>> = { BTC: "bitcoin", BCH: "bitcoincash", LTC: "litecoin" }

/** The URI that opens a wallet to pay to an address (BIP21); a cashaddr includes its own scheme. */
export const paymentUri = (name: ChainName, address: string): string =>
  address.includes(":") ? address : `${SCHEMES[name]}:${address}`
