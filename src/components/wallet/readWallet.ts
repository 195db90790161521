import { Effect } from "effect"
import type { Member } from "#contract/accounts"
import { valueRoundedDown } from "#core/wallet"
import { type CurrentRate, currentRates, isValidAt } from "#projections/rates"
import { balancesOf } from "#projections/wallet"
import { coins } from "../../lib/assetTypes.ts"
import { baseCurrencyOf } from "../../lib/baseCurrency.ts"
import { readValueLine } from "./readValueLine.ts"

/** A balance in minor units of its coin. */
export type Holding = {
  readonly assetTypeId: number
  readonly name: string
  readonly digits: number
  readonly shownDigits: number
  readonly available: bigint
  readonly held: bigint
  /** Value in minor units of the base currency; null without a rate. */
  readonly worth: bigint | null
}

/** Reliability of the displayed values. */
export type RateState = { readonly kind: "demo" | "stale" | "at"; readonly takenAt: Date }

/** Content of the wallet page above the movements. */
export const readWallet = Effect.fn("readWallet")(function* (
  member: Pick<Member, "personId" | "preferences">,
  now: Date,
) {
  const base = baseCurrencyOf(member)
  const own = new Map((yield* balancesOf(member.personId)).map((balance) => [balance.assetTypeId, balance]))
  const rates = base === null ? [] : yield* currentRates(base.assetTypeId)
  const shown = coins().filter(({ assetTypeId, isOffered }) => isOffered || own.has(assetTypeId))
  const holdings = shown.map(({ assetTypeId, name, digits, shownDigits }): Holding => {
    const { available, held } = own.get(assetTypeId) ?? { available: 0n, held: 0n }
    const rate = rates.find((each) => each.assetTypeId === assetTypeId)
    const worth =
      base === null || rate === undefined
        ? null
        : valueRoundedDown(available + held, { mid: rate.mid, digits, baseDigits: base.digits })
    return { assetTypeId, name, digits, shownDigits, available, held, worth }
  })
  return {
    holdings,
    base,
    total: totalOf(holdings),
    rates: rateStateOf(rates, now),
    line: base === null ? null : yield* readValueLine(member.personId, base, now),
  }
})

/** The total value; null if a coin with a balance has no rate. */
const totalOf = (holdings: ReadonlyArray<Holding>): bigint | null => {
  const owned = holdings.filter(({ available, held }) => available + held > 0n)
  return owned.some(({ worth }) => worth === null) ? null : owned.reduce((sum, { worth }) => sum + (worth ?? 0n), 0n)
}

/** State of the oldest rate. */
const rateStateOf = (rates: ReadonlyArray<CurrentRate>, now: Date): RateState | null => {
  const [oldest] = rates.toSorted((one, other) => one.takenAt.getTime() - other.takenAt.getTime())
  if (oldest === undefined) return null
  const { takenAt } = oldest
  if (rates.some((rate) => !isValidAt(rate, now.getTime()))) return { kind: "stale", takenAt }
  return { kind: rates.some(({ origin }) => origin === "demo") ? "demo" : "at", takenAt }
}
