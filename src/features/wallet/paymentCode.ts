import { looksLikeAddress } from "#contract/wallet"

const CHAINS = ["BTC", "BCH", "LTC"] as const
type ChainName = (typeof CHAINS)[number]
/** Schemes of payment addresses (BIP 21 and its kin). */
const SCHEMES: Readonly<Record<string, ChainName>> = { bitcoin: "BTC", bitcoincash: "BCH", litecoin: "LTC" }
/** Characters of a code that can be a payment address. */
const CODE_LENGTH_MAX = 1_000

export interface PaymentCode {
  readonly address: string
  /** Undefined if the address could be of several coins. */
  readonly chain: ChainName | undefined
}

/** Addresses without capital letters; codes are often in capital letters, which take less space. */
const LOWER = /^(?:(?:bc|tb|bcrt|demobtc|ltc|tltc|rltc|demoltc)1|(?:[a-z]+:)?[qp][0-9a-z]{41}$)/i

/** The address in the text of a QR code, such as `bitcoin:bc1q…?amount=0.1` or the address alone; null for other codes. */
export const readPaymentCode = (text: string): PaymentCode | null => {
  if (text.length > CODE_LENGTH_MAX) return null
  const [whole = ""] = text.trim().split("?")
  const colon = whole.indexOf(":")
  const named = SCHEMES[whole.slice(0, Math.max(0, colon)).toLowerCase()]
  // Of other schemes, only those that are a part of an address.
  const found = named === undefined ? whole : whole.slice(colon + 1)
  const address = found === found.toUpperCase() && LOWER.test(found) ? found.toLowerCase() : found
  const like = CHAINS.filter((chain) => looksLikeAddress(chain, address))
  if (named !== undefined) return like.includes(named) ? { address, chain: named } : null
  return like.length === 0 ? null : { address, chain: like.length === 1 ? like[0] : undefined }
}
