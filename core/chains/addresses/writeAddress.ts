import { Address as ScureAddress } from "@scure/btc-signer"
import type { Network } from "../networks.ts"
import { writeCashaddr } from "./readCashaddr.ts"
import { scureNetwork } from "./scureNetwork.ts"

/** Encodes the hash of a key as an address in this network's usual form. */
export function writeAddress(network: Network, type: "p2pkh" | "p2wpkh", hash: Uint8Array): string {
  if (network.cashPrefix !== null && type === "p2pkh") return writeCashaddr(network.cashPrefix, type, hash)
  const coder = ScureAddress(scureNetwork(network))
  return type === "p2wpkh" ? coder.encode({ type: "wpkh", hash }) : coder.encode({ type: "pkh", hash })
}
