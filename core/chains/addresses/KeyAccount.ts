import { HDKey } from "@scure/bip32"
import { Data, Result } from "effect"
import type { Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"

/** The public keys of one account (BIP44), safe for any process: they derive addresses, but cannot spend coins. */
export interface KeyAccount {
  /** Fingerprint: the first four bytes of the hash of the master key. The signer recognises its account by it. */
  readonly fingerprint: Hex
  /** Path of the account: m/purpose'/coinType'/account'. */
  readonly path: string
  /** Its extended public key (BIP32), with the network's version. */
  readonly xpub: string
}

/** The configured account is not valid for this network. An operator's mistake; the process does not start. */
export class InvalidKeyAccount extends Data.TaggedError("InvalidKeyAccount")<{
  readonly reason: "form" | "path" | "key" | "private"
}> {}

/** Depth of an account's key: purpose, coin type, account. */
const ACCOUNT_DEPTH = 3
const FORM = /^\[([0-9a-f]{8})((?:\/[0-9]{1,10}['h]){3})\]([1-9A-HJ-NP-Za-km-z]{100,120})$/

/**
 * Parses an account written as a descriptor key with its origin (Bitcoin Core, doc/descriptors.md):
 * `[5c9e228d/84'/0'/0']xpub…`, with ' or h for hardened steps.
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

/** Formats an account as `readKeyAccount` parses it. */
export const writeKeyAccount = ({ fingerprint, path, xpub }: KeyAccount): string =>
  `[${fingerprint}${path.slice(1)}]${xpub}`

/** The path of an account number on a network. */
export const accountPath = ({ purpose, coinType }: Network, number: number): string =>
  `m/${purpose}'/${coinType}'/${number}'`

function parse({ bip32 }: Network, text: string): HDKey | undefined {
  try {
    return HDKey.fromExtendedKey(text, bip32)
  } catch {
    return undefined
  }
}
