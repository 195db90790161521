import { Address as ScureAddress } from "@scure/btc-signer"
import type { Network } from "../networks.ts"
import { writeCashaddr } from "./readCashaddr.ts"
import { scureNetwork } from "./scureNetwork.ts"

/** Writes the address of a key's hash as people of this network know it. */
export function writeAddress(network: Network, type: "p2pkh" | "p2wpkh", hash: Uint8Array): string {
  if (network.cashPrefix !== null && type === "p2pkh") return writeCashaddr(network.cashPrefix, type, hash)
  const coder = ScureAddress(scureNetwork(network))
  return type === "p2wpkh" ? coder.encode({ type: "wpkh", hash }) : coder.encode({ type: "pkh", hash })
}
