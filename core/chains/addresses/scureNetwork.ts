import type { BTC_NETWORK } from "@scure/btc-signer/utils.js"
import type { Network } from "../networks.ts"

/** A first byte that no address has. */
const NONE = -1

/** A network as @scure/btc-signer knows it; it has one byte for script hashes, the first unless another is given. */
export const scureNetwork = (network: Network, scriptHash = network.p2sh[0] ?? NONE): BTC_NETWORK => ({
  bech32: network.hrp ?? "",
  pubKeyHash: network.p2pkh ?? NONE,
  scriptHash,
  wif: network.wif,
})
