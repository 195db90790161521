import { type Member, PREFERENCE_BASE_CURRENCY } from "#contract/accounts"
import { BASE_CURRENCIES } from "#contract/wallet"

/** The currency that a person sees values and prices in; null while none is chosen. */
export const baseCurrencyOf = ({ preferences }: Pick<Member, "preferences">) =>
  BASE_CURRENCIES.find(({ assetTypeId }) => String(assetTypeId) === preferences[PREFERENCE_BASE_CURRENCY]) ?? null

/** Whether the page at a path shows nothing before its reader has one: those of subscriptions. */
export const needsBaseCurrency = (path: string): boolean =>
  path === "/subscriptions" || path.startsWith("/subscriptions/")
