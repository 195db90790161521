import { HDKey } from "@scure/bip32"
import { accountPath, type KeyAccount } from "../addresses/KeyAccount.ts"
import type { Hex } from "../Chain.ts"
import { CHAIN_NAMES, type ChainName, type Network, networks, STAGES, type Stage } from "../networks.ts"
import type { Seed } from "./Seed.ts"

/**
 * The one account of a network that this product uses. All test networks have one coin type (SLIP-44): were their accounts
 * one too, an address on one chain would have the script of another one's.
 */
const accountOf = ({ stage, assetTypeId }: Network): number => (stage === "main" ? 0 : assetTypeId - 1)

/** Steps below an account: the branch for addresses or change, and the index in it. */
export interface Step {
  readonly branch: 0 | 1
  readonly index: number
}

/** The private keys of every network that a seed is for. */
export interface Keys {
  /** undefined where the seed is not for this network. */
  account(network: Network): KeyAccount | undefined
  /** The branch and the index of an origin that says it is of our account; undefined where it is not. */
  stepOf(network: Network, origin: { readonly fingerprint: Hex; readonly path: string }): Step | undefined
  publicKey(network: Network, step: Step): Uint8Array
  /** Lends a private key and overwrites it afterwards. */
  use<A>(network: Network, step: Step, work: (privateKey: Uint8Array) => A): A
}

/**
 * Derives the accounts and forgets the rest: the seed's bytes are overwritten, and so are the keys above the accounts. What
 * the engine copied while it computed (numbers of the curve) is beyond our reach until it is collected.
 */
export function makeKeys(seed: Seed): Keys {
  const accounts = new Map<string, { readonly node: HDKey; readonly account: KeyAccount }>()
  for (const network of networksOf(seed)) {
    const master = HDKey.fromMasterSeed(seed.bytes, network.bip32)
    const path = accountPath(network, accountOf(network))
    const node = master.derive(path)
    const fingerprint = master.fingerprint.toString(16).padStart(8, "0")
    accounts.set(nameOf(network), { node, account: { fingerprint, path, xpub: node.publicExtendedKey } })
    master.wipePrivateData()
  }
  seed.bytes.fill(0)

  const child = (network: Network, { branch, index }: Step): HDKey => {
    const held = accounts.get(nameOf(network))
    if (held === undefined) throw new Error("a network without keys")
    return held.node.deriveChild(branch).deriveChild(index)
  }
  const bytesOf = (key: Uint8Array | null): Uint8Array => {
    if (key === null) throw new Error("a key without its bytes")
    return key
  }

  return {
    account: (network) => accounts.get(nameOf(network))?.account,
    stepOf: (network, { fingerprint, path }) => {
      const account = accounts.get(nameOf(network))?.account
      if (account === undefined || account.fingerprint !== fingerprint) return undefined
      const [, branch, index] = STEPS.exec(path.startsWith(account.path) ? path.slice(account.path.length) : "") ?? []
      if (branch === undefined || Number(index) > INDEX_MAX) return undefined
      return { branch: branch === "0" ? 0 : 1, index: Number(index) }
    },
    publicKey: (network, step) => bytesOf(child(network, step).publicKey),
    use: (network, step, work) => {
      const key = child(network, step)
      try {
        return work(bytesOf(key.privateKey))
      } finally {
        key.wipePrivateData()
      }
    },
  }
}

const STEPS = /^\/([01])\/(\d{1,10})$/
/** The last index whose step is not hardened (BIP32). */
const INDEX_MAX = 2 ** 31 - 1

/** A seed that was made for a demo never holds real coins: nobody has kept a copy of it. */
const networksOf = ({ isDemo }: Seed): ReadonlyArray<Network> =>
  CHAIN_NAMES.flatMap((name: ChainName) =>
    STAGES.filter((stage: Stage) => !isDemo || stage !== "main").map((stage) => networks[name][stage]),
  )

const nameOf = ({ name, stage }: Network): string => `${name} ${stage}`
