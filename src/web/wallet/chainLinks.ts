import { Effect } from "effect"
import { CHAIN_NAMES, Chains } from "#core/chains"
import { AppConfig } from "#core/kernel"
import { run } from "../../process/runtime.ts"

/** Whether any chain is a demo chain. */
export const isDemoChain = (): Promise<boolean> =>
  run(Chains.useSync((chains) => CHAIN_NAMES.some((name) => chains.of(name).capabilities.isDemo)))

const CONFIGURED = { 1: "btcExplorer", 2: "bchExplorer", 3: "ltcExplorer" } as const

/** Link to a transaction in the configured block explorer; null if none is configured. */
export const explorerLink = (assetTypeId: number, txid: string) =>
  Effect.map(AppConfig, (config) => {
    const name = CONFIGURED[assetTypeId as keyof typeof CONFIGURED]
    return (name === undefined ? undefined : config[name])?.replace("{txid}", txid) ?? null
  })
