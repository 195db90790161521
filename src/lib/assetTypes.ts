import { type AssetType, COIN_IDS, DEFAULT_ASSET_TYPES } from "#contract/wallet"

export type { AssetType }

// On globalThis, because pages are bundled separately from the process that serves them.
const shared = globalThis as { quireAssetTypes?: ReadonlyArray<AssetType> }

/** Asset types in display order: the last loaded ones, initially the defaults. */
export const assetTypes = (): ReadonlyArray<AssetType> => shared.quireAssetTypes ?? DEFAULT_ASSET_TYPES

/** Sets the asset types that this process displays. */
export const setAssetTypes = (types: ReadonlyArray<AssetType>): void => {
  shared.quireAssetTypes = types
}

/**
 * The asset type with this id.
 * @throws if there is none
 */
export const assetOf = (assetTypeId: number): AssetType => {
  const found = assetTypes().find((each) => each.assetTypeId === assetTypeId)
  if (found === undefined) throw new Error(`unknown asset type ${assetTypeId}`)
  return found
}

/** Coins in display order. */
export const coins = (): ReadonlyArray<AssetType> =>
  assetTypes().filter(({ assetTypeId }) => COIN_IDS.includes(assetTypeId))

/** Coins of one demo faucet payment, in minor units: below the amount that needs more confirmations. */
export const DEMO_UNITS = 1_000_000n

/** Coins that accept deposits and donations. */
export const offeredCoins = (): ReadonlyArray<AssetType> => coins().filter(({ isOffered }) => isOffered)
