import type { Movement } from "#projections/wallet"
import type { T } from "#src/i18n/index.ts"

/** From whom, or to whom; empty where nobody is on the other side. */
export const withWhom = (t: T, { other, amount }: Pick<Movement, "other" | "amount">): string => {
  if (other === null) return ""
  const name = other.displayName ?? other.userCode
  return amount > 0n ? t("wallet.from", { name }) : t("wallet.to", { name })
}
