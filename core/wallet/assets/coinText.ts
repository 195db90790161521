import { chainOfAsset } from "#core/chains"
import { unitsText } from "#core/ledger"

/** Decimals of every coin. */
export const COIN_DIGITS = 8

/** An amount with the name of its coin, independent of language: `0.015 BTC`. */
export const coinText = (units: bigint, assetTypeId: number): string =>
  `${unitsText(units, COIN_DIGITS)} ${chainOfAsset(assetTypeId) ?? ""}`.trimEnd()
