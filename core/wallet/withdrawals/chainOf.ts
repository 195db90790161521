import { CHAIN_NAMES, type ChainName, networks } from "#core/chains"

/** The chain that coins of an asset are on; null where it has none. */
export const chainOf = (assetTypeId: number): ChainName | null =>
  CHAIN_NAMES.find((name) => networks[name].main.assetTypeId === assetTypeId) ?? null
