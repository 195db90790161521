import { Argument } from "effect/cli"
import { parseUnits, unitsText } from "#core/ledger"
import { COIN_DIGITS, COIN_IDS } from "#core/wallet"
import { assetTypes } from "#src/lib/assetTypes.ts"
import { EXIT, Refused } from "../lib/exit.ts"

export const coin = Argument.String("coin").pipe(Argument.withDescription("BTC, BCH or LTC"))
export const optionalCoin = coin.pipe(
  Argument.withDescription("BTC, BCH or LTC; all coins by default"),
  Argument.optional,
)

/** Name of an asset. */
export const nameOf = (id: number): string =>
  assetTypes().find(({ assetTypeId }) => assetTypeId === id)?.name ?? String(id)

/** The coin with this name. */
export const findCoin = (name: string): number => findAsset(name, COIN_IDS)

/** The asset with this name, of all or of the given ones. */
export const findAsset = (
  name: string,
  of: ReadonlyArray<number> = assetTypes().map(({ assetTypeId }) => assetTypeId),
): number => {
  const id = of.find((each) => nameOf(each).toUpperCase() === name.toUpperCase())
  if (id === undefined) throw new Refused(`${name} is not one of ${of.map(nameOf).join(", ")}.`, EXIT.usage)
  return id
}

/** Parses an amount of a coin (0.05) to minor units. */
export const unitsOf = (text: string): bigint => {
  const units = parseUnits(text, COIN_DIGITS)
  if (typeof units === "string" || units <= 0n) throw new Refused(`${text} is not an amount of a coin.`, EXIT.usage)
  return units
}

/** Formats minor units with the name of the asset. */
export const amountText = (units: string, assetTypeId: number): string => {
  const { name, digits } = assetTypes().find((each) => each.assetTypeId === assetTypeId) ?? { name: "?", digits: 0 }
  return `${unitsText(BigInt(units), digits)} ${name}`
}
