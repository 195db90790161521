import type { ChainName } from "../networks.ts"

/** In what nodes of the three chains differ. */
export interface Dialect {
  /** Parameters of `createwallet`: a wallet without private keys, empty. */
  readonly createWallet: (name: string) => ReadonlyArray<unknown>
  /** How scripts are watched: by descriptors, or, where wallets have none, by the scripts themselves. */
  readonly watchesBy: "importdescriptors" | "importmulti"
  /** The call that knows fees, with the number of blocks where it takes one. */
  readonly estimate: (blocks: number) => { readonly method: string; readonly params: ReadonlyArray<unknown> }
  readonly replacesByFee: boolean
  /** `gettxspendingprevout` tells what in the mempool spends an output. */
  readonly knowsSpenders: boolean
}

/** The default target of `estimatesmartfee` is the most cautious one of its modes. */
const smart = (blocks: number) => ({ method: "estimatesmartfee", params: [blocks] })

export const dialects: Readonly<Record<ChainName, Dialect>> = {
  /** Bitcoin Core 24 and newer, and Knots. */
  BTC: {
    // Without a passphrase, without avoiding reuse, with descriptors, loaded when the node starts.
    createWallet: (name) => [name, true, true, "", false, true, true],
    watchesBy: "importdescriptors",
    estimate: smart,
    replacesByFee: true,
    knowsSpenders: true,
  },
  /** Litecoin Core 0.21. Its nodes pass no replacement on as they come (-mempoolreplacement=0), and say nothing of it. */
  LTC: {
    createWallet: (name) => [name, true, true, "", false, false, true],
    watchesBy: "importmulti",
    estimate: smart,
    replacesByFee: false,
    knowsSpenders: false,
  },
  /** Bitcoin Cash Node. Not run against a live node here: made after its sources (src/wallet, src/rpc). */
  BCH: {
    createWallet: (name) => [name, true, true],
    watchesBy: "importmulti",
    estimate: () => ({ method: "estimatefee", params: [] }),
    replacesByFee: false,
    knowsSpenders: false,
  },
}
