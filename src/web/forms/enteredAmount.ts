import { parseUnits } from "#contract/wallet"
import { assetOf } from "../../lib/assetTypes.ts"
import { type Prices, parseValue, validPrice } from "../../lib/prices.ts"

/**
 * Reads the amount of a form in minor units of a coin, or why it cannot be read. The field `currency` contains the base
 * currency if the amount is in it (AmountField.astro); it is then converted once, and only the coin amount is used later.
 */
export const enteredAmount = (
  form: { readonly get: (name: string) => string | undefined },
  assetTypeId: number,
  prices: Prices | null,
) => {
  const text = (form.get("amount") ?? "").replace(/^\./, "0.").replace(/\.$/, "")
  const currency = form.get("currency") ?? ""
  if (currency === "") return parseUnits(text, assetOf(assetTypeId).digits)
  const price = validPrice(assetTypeId, prices)
  if (prices === null || price === null || currency !== prices.base.name) return "noPrice"
  return parseValue(text, price, prices.base)
}
