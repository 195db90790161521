import { type Member, PREFERENCE_BASE_CURRENCY } from "#contract/accounts"
import { BASE_CURRENCIES } from "#contract/wallet"

/** The base currency of a person; null if none is chosen. */
export const baseCurrencyOf = ({ preferences }: Pick<Member, "preferences">) =>
  BASE_CURRENCIES.find(({ assetTypeId }) => String(assetTypeId) === preferences[PREFERENCE_BASE_CURRENCY]) ?? null

/** Whether the page requires a base currency: those of subscriptions. */
export const needsBaseCurrency = (path: string): boolean =>
  path === "/subscriptions" || path.startsWith("/subscriptions/")

/** The name of a base currency, such as USD. */
export const currencyName = (currencyId: number): string =>
  BASE_CURRENCIES.find(({ assetTypeId }) => assetTypeId === currencyId)?.name ?? ""
