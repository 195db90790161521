import { type AssetType, formatUnits, parseUnits } from "#contract/wallet"

/** A coin as letters write it. */
export type MailCoin = Pick<AssetType, "name" | "digits" | "shownDigits"> & {
  /** What facts call it by, whatever its name is. */
  readonly chain: string
  /** Whether it is of a demo chain, and worth nothing. */
  readonly isDemo: boolean
}

/**
 * An amount as its reader's language has it, with the coin's present name.
 * @param told the amount as it was kept, exact and with the chain's name: `0.5 BTC`
 * @param demo what is said of coins of demo chains, with `{amount}`
 */
export const amountText = (
  told: string,
  { coins, locale, demo }: { readonly coins: ReadonlyArray<MailCoin>; readonly locale: string; readonly demo: string },
): string => {
  const [text = "", chain] = told.split(" ")
  const coin = coins.find((each) => each.chain === chain)
  if (coin === undefined) return told
  const units = parseUnits(text, coin.digits)
  if (typeof units !== "bigint") return told
  const amount = `${formatUnits(units, coin.digits, locale, coin.shownDigits)} ${coin.name}`
  return coin.isDemo ? demo.replace("{amount}", amount) : amount
}
