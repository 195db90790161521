import { HDKey } from "@scure/bip32"
import { hash160 } from "@scure/btc-signer/utils.js"
import { hexOf } from "../bytes.ts"
import type { KeyOrigin } from "../Chain.ts"
import type { Network } from "../networks.ts"
import type { Address } from "./Address.ts"
import type { KeyAccount } from "./KeyAccount.ts"
import { p2pkhScript, p2wpkhScript } from "./scripts.ts"
import { writeAddress } from "./writeAddress.ts"

/** One of our addresses with the origin of its key. A chain watches it as `{ script, key, birthHeight }`. */
export interface OwnAddress extends Address {
  readonly key: KeyOrigin
}

/** Branches of an account (BIP44): receiving addresses and change. */
export const RECEIVE_BRANCH = 0
export const CHANGE_BRANCH = 1

/**
 * The address of an account at m/.../branch/index, from its public key alone.
 * @param index 0 to 2^31 - 1; an index without a key in BIP32 (one in 2^127) is a defect
 */
export function deriveAddress(
  network: Network,
  account: KeyAccount,
  index: number,
  branch: typeof RECEIVE_BRANCH | typeof CHANGE_BRANCH = RECEIVE_BRANCH,
): OwnAddress {
  const { publicKey } = HDKey.fromExtendedKey(account.xpub, network.bip32).deriveChild(branch).deriveChild(index)
  if (publicKey === null) throw new Error("an extended public key without its key")
  const hash = hash160(publicKey)
  const type = network.ownScript
  return {
    text: writeAddress(network, type, hash),
    script: type === "p2wpkh" ? p2wpkhScript(hash) : p2pkhScript(hash),
    type,
    key: {
      fingerprint: account.fingerprint,
      path: `${account.path}/${branch}/${index}`,
      publicKey: hexOf(publicKey),
    },
  }
}
