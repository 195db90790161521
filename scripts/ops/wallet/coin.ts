import { Argument } from "effect/cli"
import { parseUnits } from "#core/ledger"
import { COIN_IDS } from "#core/wallet"
import { assetTypes } from "#src/lib/assetTypes.ts"
import { EXIT, Refused } from "../lib/exit.ts"

/** Decimals of every coin. */
const DIGITS = 8

export const coin = Argument.String("coin").pipe(Argument.withDescription("BTC, BCH or LTC"))
export const coinOrAll = coin.pipe(Argument.withDescription("BTC, BCH or LTC; all without it"), Argument.optional)

/** What an asset is called. */
export const nameOf = (id: number): string =>
  assetTypes().find(({ assetTypeId }) => assetTypeId === id)?.name ?? String(id)

/** The asset of a coin that was named. */
export const coinNamed = (name: string): number => assetNamed(name, COIN_IDS)

/** The asset that was named, of all or of some. */
export const assetNamed = (
  name: string,
  of: ReadonlyArray<number> = assetTypes().map(({ assetTypeId }) => assetTypeId),
): number => {
  const id = of.find((each) => nameOf(each).toUpperCase() === name.toUpperCase())
  if (id === undefined) throw new Refused(`${name} is none of ${of.map(nameOf).join(", ")}.`, EXIT.usage)
  return id
}

/** Minor units of a coin that was said in whole ones: 0.05. */
export const unitsOf = (text: string): bigint => {
  const units = parseUnits(text, DIGITS)
  if (typeof units === "string" || units <= 0n) throw new Refused(`${text} is no amount of a coin.`, EXIT.usage)
  return units
}
