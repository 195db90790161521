import { Effect } from "effect"
import { AppConfig } from "#core/kernel"

const CONFIGURED = { 1: "btcExplorer", 2: "bchExplorer", 3: "ltcExplorer" } as const

/** Link to a transaction in the configured block explorer; null if none is configured. */
export const explorerLink = (assetTypeId: number, txid: string) =>
  Effect.map(AppConfig, (config) => {
    const name = CONFIGURED[assetTypeId as keyof typeof CONFIGURED]
    return (name === undefined ? undefined : config[name])?.replace("{txid}", txid) ?? null
  })
