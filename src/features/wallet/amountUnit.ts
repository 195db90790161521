import { parseUnits } from "#contract/wallet"
import { assetOf } from "../../lib/assetTypes.ts"
import { formatAmount } from "../../lib/formatAmount.ts"
import { type Prices, parseValue, validPrice, worthOf } from "../../lib/prices.ts"

/**
 * Shows what the typed amount is in the other unit: coin or base currency (AmountField.astro). The server converts again;
 * this is a preview.
 */
const watchUnit = (preview: HTMLElement): void => {
  const form = preview.closest("form")
  const input = form?.querySelector<HTMLInputElement>("input[data-digits]")
  const unit = form?.querySelector<HTMLSelectElement>("select[name=currency]")
  if (!form || !input || !unit) return
  const prices = JSON.parse(preview.dataset["prices"] ?? "null") as Prices | null
  const coin = unit.options[0]
  const update = () => {
    const chosen = form.querySelector<HTMLInputElement>("[name=asset]:checked")?.value ?? preview.dataset["asset"]
    const assetTypeId = Number(chosen)
    const { digits, name } = assetOf(assetTypeId)
    if (coin) coin.textContent = name
    const [isBase, locale] = [unit.value !== "", document.documentElement.lang]
    const price = validPrice(assetTypeId, prices)
    input.dataset["digits"] = String(isBase ? prices?.base.digits : digits)
    const text = input.value.replace(/\.$/, "")
    const units = !isBase
      ? parseUnits(text, digits)
      : price !== null && prices !== null
        ? parseValue(text, price, prices.base)
        : ""
    const other =
      typeof units !== "bigint"
        ? null
        : isBase
          ? coinText(units, assetTypeId, locale)
          : worthOf(units, assetTypeId, prices, locale)
    preview.textContent = other === null ? "" : `≈ ${other}`
  }
  // After the listener that corrects the field.
  form.addEventListener("input", update)
  form.addEventListener("change", update)
  update()
}

const coinText = (units: bigint, assetTypeId: number, locale: string): string =>
  Object.values(formatAmount(units, assetTypeId, locale)).join(" ")

for (const preview of document.querySelectorAll<HTMLElement>("[data-prices]")) watchUnit(preview)
