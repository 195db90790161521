import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Sql } from "#core/kernel"
import { COIN_IDS } from "#core/wallet"
import { listPrices } from "#projections/rates"
import {
  balancesOf,
  findMovement,
  MOVEMENTS_PAGE_MAX,
  type Movement,
  movementId,
  pageMovements,
  parseMovementId,
} from "#projections/wallet"
import { translator } from "#src/i18n/index.ts"
import { baseCurrencyOf } from "#src/lib/baseCurrency.ts"
import { Api } from "../Api.ts"
import { answer, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { invalidCursor, toAmountText } from "../walletFields.ts"
import { depositHandlers } from "./deposit.handlers.ts"
import { withdrawalHandlers } from "./withdrawal.handlers.ts"

const PAGE = 50

export const BalanceHandlers = HttpApiBuilder.group(
  Api,
  "Balance",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Sql>())
    const limited = yield* limitedAsStandard

    return handlers.handleAll({
      ...(yield* depositHandlers),
      ...(yield* withdrawalHandlers),
      LoadBalance: Effect.fn("LoadBalance")(function* () {
        const { personId } = yield* requireMember
        yield* limited
        const own = new Map((yield* balancesOf(personId)).map((balance) => [balance.assetTypeId, balance]))
        const balances = COIN_IDS.map((assetTypeId) => {
          const { available, held } = own.get(assetTypeId) ?? { available: 0n, held: 0n }
          return {
            assetTypeId,
            availableBalance: toAmountText(available, assetTypeId),
            heldBalance: toAmountText(held, assetTypeId),
          }
        })
        return answer({ balances })
      }, provide),

      LoadPrices: Effect.fn("LoadPrices")(function* () {
        const base = baseCurrencyOf(yield* requireMember)
        yield* limited
        if (base === null) return answer({ baseAssetTypeId: null, prices: [] })
        const prices = yield* listPrices(base.assetTypeId, yield* Clock.currentTimeMillis)
        return answer({ baseAssetTypeId: base.assetTypeId, prices })
      }, provide),

      LoadMovements: Effect.fn("LoadMovements")(function* ({ payload }) {
        const { personId } = yield* requireMember
        yield* limited
        const { assetTypeId = null, purpose = null, start, end, cursor } = payload
        const before = cursor === undefined ? null : parseMovementId(cursor, personId)
        if (cursor !== undefined && before === null) return yield* invalidCursor
        const [from, until] = [start, end].map((ms) => (ms === undefined ? null : new Date(ms)))
        const page = { assetTypeId, purpose, from: from ?? null, until: until ?? null, before }
        const rows = yield* pageMovements(personId, { ...page, limit: Math.min(PAGE + 1, MOVEMENTS_PAGE_MAX) })
        const shown = rows.slice(0, PAGE)
        const last = shown.at(-1)
        const next = rows.length > PAGE && last !== undefined ? movementId(last) : null
        return answer({ movements: shown.map(toMovement), next })
      }, provide),

      LoadMovement: Effect.fn("LoadMovement")(function* ({ payload: { id } }) {
        const { personId } = yield* requireMember
        yield* limited
        const place = parseMovementId(id, personId)
        const found = place === null ? null : yield* findMovement(personId, place)
        if (found === null) {
          const { locale } = yield* CurrentCaller
          return yield* new NotFound(refusal(translator(locale)("walletCall.noMovement")))
        }
        const entries = found.entries.map(({ kind, ownerId, assetTypeId, amount }) => ({
          account:
            ownerId === personId ? ("you" as const) : ownerId === "" ? ("platform" as const) : ("other" as const),
          label: kind,
          assetTypeId,
          amount: toAmountText(amount, assetTypeId),
        }))
        const { txid, confirmations } = found.onChain ?? { txid: null, confirmations: null }
        return answer({ movement: { ...toMovement(found), entries, txid, confirmations } })
      }, provide),
    })
  }),
)

const toMovement = ({ amount, balance, at, assetTypeId, ...row }: Movement) => ({
  id: movementId(row),
  assetTypeId,
  purpose: row.purpose,
  amount: toAmountText(amount, assetTypeId),
  balance: toAmountText(balance, assetTypeId),
  other: row.other,
  reference: row.reference,
  at: at.getTime(),
})
