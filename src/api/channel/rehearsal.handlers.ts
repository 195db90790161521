import { Effect } from "effect"
import { Rehearsals } from "#core/subscriptions"
import { channelsOfCreators, forwardersTo, listPaidRulesOfCreators } from "#projections/subscriptions"
import type { Services } from "#src/process/runtime.ts"
import { answer } from "../envelope.ts"
import { limitedAsStandard } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { toAmountText } from "../walletFields.ts"

export const rehearsalHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const limited = yield* limitedAsStandard
  const rehearsals = yield* Rehearsals

  return {
    LoadRehearsal: Effect.fn("LoadRehearsal")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const { charges, shares } = yield* rehearsals.ofPayer(personId)
      const fromIds = yield* forwardersTo(personId)
      const { rules, hasMore } = yield* listPaidRulesOfCreators([personId, ...fromIds])
      const income = yield* rehearsals.ofCreator(personId, rules, fromIds)
      const creatorIds = shares.flatMap(({ creatorId }) => (creatorId === null ? [] : [creatorId]))
      const channels = yield* channelsOfCreators([...new Set(creatorIds)])
      return answer({
        charges: charges.map(({ number, atMs, assetTypeId, units, seats, problem }) => ({
          ...{ ruleId: number, at: atMs, assetTypeId, amount: toAmountText(units, assetTypeId), seats, problem },
        })),
        shares: sumsOf(shares).map(({ creatorId, assetTypeId, units, isPremium }) => {
          const channel = creatorId === null ? undefined : channels.get(creatorId)
          return {
            ...{
              channelCode: channel?.code ?? null,
              subject: channel?.subject ?? null,
              isPlatform: creatorId === null,
            },
            ...{ isPremium, assetTypeId, amount: toAmountText(units, assetTypeId) },
          }
        }),
        income: income.map(({ fromMs, assetTypeId, units, passedOn, received, cycles, seats }) => ({
          ...{ from: fromMs, assetTypeId, amount: toAmountText(units, assetTypeId), cycles, seats },
          ...{ passedOn: toAmountText(passedOn, assetTypeId), received: toAmountText(received, assetTypeId) },
        })),
        isPartial: hasMore,
      })
    }, provide),
  }
})

type Share = {
  readonly creatorId: string | null
  readonly assetTypeId: number
  readonly units: bigint
  readonly isPremium: boolean
}

/** The shares of the whole time by receiver and asset, the largest first; the platform comes last. */
const sumsOf = (shares: ReadonlyArray<Share>): ReadonlyArray<Share> => {
  const sums = new Map<string, Share>()
  for (const { creatorId, assetTypeId, units, isPremium } of shares) {
    const key = `${creatorId}.${assetTypeId}.${isPremium}`
    sums.set(key, { creatorId, assetTypeId, isPremium, units: (sums.get(key)?.units ?? 0n) + units })
  }
  return [...sums.values()].sort(
    (one, other) =>
      Number(one.creatorId === null) - Number(other.creatorId === null) ||
      one.assetTypeId - other.assetTypeId ||
      (one.units === other.units ? 0 : one.units > other.units ? -1 : 1),
  )
}
