import { HDKey } from "@scure/bip32"
import { Data, Result } from "effect"
import type { Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"

/**
 * The keys of one account (BIP44) as far as any process may know them: addresses come from it, and no coin can be spent with
 * it.
 */
export interface KeyAccount {
  /** First four bytes of the hash of the master key: how the signer knows that it is meant. */
  readonly fingerprint: Hex
  /** Where the account lies: m/purpose'/coinType'/account'. */
  readonly path: string
  /** Its extended public key (BIP32), with the network's version. */
  readonly xpub: string
}

/** What is given as an account is none of this network. Anyone who runs the product made a mistake; nothing starts. */
export class InvalidKeyAccount extends Data.TaggedError("InvalidKeyAccount")<{
  readonly reason: "form" | "path" | "key" | "private"
}> {}

/** Depth of an account's key: purpose, coin type, account. */
const ACCOUNT_DEPTH = 3
const FORM = /^\[([0-9a-f]{8})((?:\/[0-9]{1,10}['h]){3})\]([1-9A-HJ-NP-Za-km-z]{100,120})$/

/**
 * Reads an account as descriptors write a key with its origin (Bitcoin Core, doc/descriptors.md): `[5c9e228d/84'/0'/0']xpub…`,
 * with ' or h for hardened steps.
 */
export function readKeyAccount(network: Network, text: string): Result.Result<KeyAccount, InvalidKeyAccount> {
  const refused = (reason: InvalidKeyAccount["reason"]) => Result.fail(new InvalidKeyAccount({ reason }))
  const [, fingerprint, steps, xpub] = FORM.exec(text.trim()) ?? []
  if (fingerprint === undefined || steps === undefined || xpub === undefined) return refused("form")
  const path = `m${steps.replaceAll("h", "'")}`
  if (!path.startsWith(`m/${network.purpose}'/${network.coinType}'/`)) return refused("path")
  const key = parse(network, xpub)
  if (key === undefined) return refused("key")
  if (key.privateKey !== null) return refused("private")
  return key.depth === ACCOUNT_DEPTH ? Result.succeed({ fingerprint, path, xpub }) : refused("path")
}

/** Writes an account as `readKeyAccount` reads it. */
export const writeKeyAccount = ({ fingerprint, path, xpub }: KeyAccount): string =>
  `[${fingerprint}${path.slice(1)}]${xpub}`

/** Where the account of that number lies on a network. */
export const accountPath = ({ purpose, coinType }: Network, number: number): string =>
  `m/${purpose}'/${coinType}'/${number}'`

function parse({ bip32 }: Network, text: string): HDKey | undefined {
  try {
    return HDKey.fromExtendedKey(text, bip32)
  } catch {
    return undefined
  }
}
