import { Effect } from "effect"
import { RULE_DEFAULTS } from "#contract/subscriptions"
import { unitsText } from "#core/ledger"
import { Gifts, type NoGift, type NotSubscribable, Subscriptions } from "#core/subscriptions"
import { findChannel } from "#projections/channels"
import { waitFor } from "#projections/runner"
import { findGift, giftsClaimedBy, giftsOf } from "#projections/subscriptions"
import { waitForWallet } from "#projections/wallet"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { toAmountText } from "../walletFields.ts"
import { readTerms, refuseRule } from "./rules.handlers.ts"

/** Decimals of the base currencies. */
const BASE_DIGITS = 2

type Call<Payload> = { readonly payload: Payload }
type Code = { readonly giftCode: string }
type GiftPayload = {
  readonly channelCode: string
  readonly msf: string
  readonly currencyId?: number
  readonly mainAssetTypeId?: number
  readonly periods: 1 | 3 | 6 | 9 | 12
  readonly code?: string
  readonly password?: string
}

/** Handlers of gifts.contract.ts; resolved once for the group. */
export const giftHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [gifts, subscriptions] = [yield* Gifts, yield* Subscriptions]
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  /** The gift that a code opens. */
  const findByCode = Effect.fnUntraced(function* (giftCode: string) {
    const gift = yield* findGift(gifts.idOf(giftCode))
    return gift ?? (yield* refuseGift("subscriptions.gift.refused.unknown"))
  })

  return {
    LoadGifts: Effect.fn("LoadGifts")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      return yield* loadGifts(personId)
    }, provide),

    BuyGift: Effect.fn("BuyGift")(function* ({
      payload: { channelCode, code = "", password = "", periods, ...payload },
    }: Call<GiftPayload>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const channel = yield* findChannel(channelCode)
      const channelId = channel?.channelId ?? 0
      const creatorId = yield* subscriptions.creatorOf(channelId).pipe(Effect.catch(refuseAny))
      const { msf = 0n, ...terms } = yield* readTerms(payload)
      const order = {
        ...{ channelId, creatorId, msf, periods },
        assetTypeId: terms.assetTypeId ?? RULE_DEFAULTS.mainAssetTypeId,
        currencyId: terms.currencyId ?? RULE_DEFAULTS.currencyId,
      }
      const position = yield* gifts.buy(personId, order, { code, password }).pipe(Effect.catch(refuseAny))
      return yield* giftsAfter(personId, position)
    }, provide),

    LoadGift: Effect.fn("LoadGift")(function* ({ payload: { giftCode } }: Call<Code>) {
      yield* requireMember
      yield* limitedWriting
      const { channelCode, subject, msf, currencyId, periods, status } = yield* findByCode(giftCode)
      return answer({ channelCode, subject, msf: unitsText(BigInt(msf), BASE_DIGITS), currencyId, periods, status })
    }, provide),

    ClaimGift: Effect.fn("ClaimGift")(function* ({ payload: { giftCode } }: Call<Code>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const { giftId, payerId } = yield* findByCode(giftCode)
      const position = yield* gifts.claim({ payerId, giftId }, personId).pipe(Effect.catch(refuseAny))
      return yield* giftsAfter(personId, position)
    }, provide),

    ReturnGift: Effect.fn("ReturnGift")(function* ({ payload: { giftId } }: Call<{ readonly giftId: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const position = yield* gifts.giveBack({ payerId: personId, giftId }, "payer").pipe(Effect.catch(refuseAny))
      return yield* giftsAfter(personId, position)
    }, provide),
  }
})

const giftsAfter = Effect.fnUntraced(function* (personId: string, position: number) {
  yield* Effect.all([waitFor("gifts", position), waitFor("subscriptions", position), waitForWallet(position)])
  return yield* loadGifts(personId)
})

const loadGifts = Effect.fnUntraced(function* (personId: string) {
  const [given, claimed] = [yield* giftsOf(personId), yield* giftsClaimedBy(personId)]
  return answer({
    gifts: given.map(({ msf, units, code, boughtAt, returnsAt, endedAt, ...gift }) => ({
      ...gift,
      ...{
        msf: unitsText(BigInt(msf), BASE_DIGITS),
        amount: toAmountText(BigInt(units), gift.assetTypeId),
        giftCode: code,
      },
      ...{ boughtAt: boughtAt.getTime(), returnsAt: returnsAt.getTime(), endedAt: endedAt?.getTime() ?? null },
    })),
    claimed: claimed.map(({ channelCode, subject, startsAt, endsAt }) => ({
      ...{ channelCode, subject, starts: startsAt?.getTime() ?? 0, ends: endsAt?.getTime() ?? 0 },
    })),
  })
})

const refuseGift = Effect.fnUntraced(function* (key: NoGift["messageKey"]) {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)(key)))
})

const refuseAny = Effect.fnUntraced(function* (refused: NoGift | NotSubscribable | Parameters<typeof refuseRule>[0]) {
  if (refused._tag !== "NoGift") return yield* refuseRule(refused)
  if (refused.reason === "unknown") return yield* refuseGift(refused.messageKey)
  return yield* new Conflict(refusal(translator((yield* CurrentCaller).locale)(refused.messageKey)))
})
