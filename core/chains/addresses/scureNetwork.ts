import type { BTC_NETWORK } from "@scure/btc-signer/utils.js"
import type { Network } from "../networks.ts"

/** A version byte that no address has. */
const NONE = -1

/**
 * The configuration of a network for @scure/btc-signer. It has one version byte for script hashes, by default the
 * network's first.
 */
export const scureNetwork = (network: Network, scriptHash = network.p2sh[0] ?? NONE): BTC_NETWORK => ({
  bech32: network.hrp ?? "",
  pubKeyHash: network.p2pkh ?? NONE,
  scriptHash,
  wif: network.wif,
})
