import type { ChainName } from "../networks.ts"

/** Differences between the nodes of the three chains. */
export interface Dialect {
  /** Parameters of `createwallet` for an empty wallet without private keys. */
  readonly createWallet: (name: string) => ReadonlyArray<unknown>
  /** How scripts are watched: by descriptors, or, if wallets do not support them, as raw scripts. */
  readonly watchesBy: "importdescriptors" | "importmulti"
  /** The call that estimates fees, with the number of blocks if it accepts one. */
  readonly estimate: (blocks: number) => { readonly method: string; readonly params: ReadonlyArray<unknown> }
  readonly replacesByFee: boolean
  /** `gettxspendingprevout` is available: it reports which mempool transaction spends an output. */
  readonly knowsSpenders: boolean
}

/** `estimatesmartfee` defaults to its most conservative mode. */
const smart = (blocks: number) => ({ method: "estimatesmartfee", params: [blocks] })

export const dialects: Readonly<Record<ChainName, Dialect>> = {
  /** Bitcoin Core 24 and newer, and Knots. */
  BTC: {
    // No passphrase, no reuse avoidance, descriptors, loaded at node start.
    createWallet: (name) => [name, true, true, "", false, true, true],
    watchesBy: "importdescriptors",
    estimate: smart,
    replacesByFee: true,
    knowsSpenders: true,
  },
  /**
   * Litecoin Core 0.21. By default its nodes do not relay replacements (-mempoolreplacement=0), without reporting it.
   */
  LTC: {
    createWallet: (name) => [name, true, true, "", false, false, true],
    watchesBy: "importmulti",
    estimate: smart,
    replacesByFee: false,
    knowsSpenders: false,
  },
  /** Bitcoin Cash Node. Not tested against a live node here: written from its sources (src/wallet, src/rpc). */
  BCH: {
    createWallet: (name) => [name, true, true],
    watchesBy: "importmulti",
    estimate: () => ({ method: "estimatefee", params: [] }),
    replacesByFee: false,
    knowsSpenders: false,
  },
}
