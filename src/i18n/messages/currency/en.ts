export const currency = {
  "currency.title": "Choose your base currency",
  "currency.text":
    "Balances and prices are shown in it. You pay and are paid in crypto all the same, and can change it in the settings.",
  "currency.label": "Base currency",
  "currency.missing": "Please select base currency first",
  "currency.ok": "OK",
  "currency.later": "Not now",
} as const
