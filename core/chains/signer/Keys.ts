import { HDKey } from "@scure/bip32"
import { accountPath, type KeyAccount } from "../addresses/KeyAccount.ts"
import type { Hex } from "../Chain.ts"
import { CHAIN_NAMES, type ChainName, type Network, networks, STAGES, type Stage } from "../networks.ts"
import type { Seed } from "./Seed.ts"

/**
 * The only account of a network. All test networks share one coin type (SLIP-44), so each gets a different account
 * number: otherwise an address on one chain would have the script of another chain's address.
 */
const accountOf = ({ stage, assetTypeId }: Network): number => (stage === "main" ? 0 : assetTypeId - 1)

/** Path below an account: the branch (addresses or change) and the index. */
export interface KeyStep {
  readonly branch: 0 | 1
  readonly index: number
}

/** The private keys of every network that a seed serves. */
export interface Keys {
  /** undefined if the seed is not for this network. */
  account(network: Network): KeyAccount | undefined
  /** The branch and index of a key origin in our account; undefined for other origins. */
  stepOf(network: Network, origin: { readonly fingerprint: Hex; readonly path: string }): KeyStep | undefined
  publicKey(network: Network, step: KeyStep): Uint8Array
  /** Passes a private key to a function and overwrites it afterwards. */
  use<A>(network: Network, step: KeyStep, work: (privateKey: Uint8Array) => A): A
}

/**
 * Derives the accounts, then overwrites the seed and the keys above the accounts. Copies that the JavaScript engine
 * made during the computation (curve numbers) remain until they are collected.
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

  const child = (network: Network, { branch, index }: KeyStep): HDKey => {
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
/** The highest index of an unhardened step (BIP32). */
const INDEX_MAX = 2 ** 31 - 1

/** A seed that was generated for a demo never holds real coins, because no one has a backup of it. */
const networksOf = ({ isDemo }: Seed): ReadonlyArray<Network> =>
  CHAIN_NAMES.flatMap((name: ChainName) =>
    STAGES.filter((stage: Stage) => !isDemo || stage !== "main").map((stage) => networks[name][stage]),
  )

const nameOf = ({ name, stage }: Network): string => `${name} ${stage}`
