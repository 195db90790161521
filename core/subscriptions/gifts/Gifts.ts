import { Clock, Context, Effect, Layer } from "effect"
import { CHANNEL_STATUS } from "#contract/channels"
import { channelReader } from "#core/channels"
import {
  currentCommand,
  dieOnConflict,
  EventStore,
  retryOnConflict,
  Sealing,
  versionedReader,
  withFreshCommandId,
} from "#core/kernel"
import { type CommandReused, type Frozen, personAccount, platformAccount } from "#core/ledger"
import {
  catchUnverifiedLimit,
  countUnverifiedDonation,
  type PaymentRefused,
  paymentAuthorizer,
  readIsOffered,
  type UnverifiedLimit,
} from "#core/wallet"
import { RULE_NUMBERS } from "../limits.ts"
import { Prices } from "../Prices.ts"
import { NoGift, NoPrice, UnfitRule } from "../refusals.ts"
import { ruleIdOf } from "../rule/Rule.ts"
import { type Booking, subscriptionStore } from "../subscriptionStore.ts"
import { buyGift, type GiftOrder, returnGift } from "./changeGifts.ts"
import { claimGift } from "./claimGift.ts"
import type { GiftBought, GiftReturnReason } from "./events.ts"
import { giftIdOf, makeGiftCode } from "./giftCode.ts"
import { openGifts, PersonGifts } from "./PersonGifts.ts"
import { returnBooking } from "./returnBooking.ts"

/** A gift, and who paid for it. */
export type GiftRef = { readonly payerId: string; readonly giftId: string }

type Credentials = { readonly code: string; readonly password: string }
export type GiftRefused = UnfitRule | NoGift | NoPrice | CommandReused | Frozen | PaymentRefused

/** Subscriptions that people pay for others. Commands return the log position to wait for. */
export class Gifts extends Context.Service<
  Gifts,
  {
    /** Pays for a gift: its price is unearned until the gift is claimed and its periods are over. */
    buy(payerId: string, wish: GiftOrder, credentials: Credentials): Effect.Effect<number, GiftRefused>
    /** Claims a gift, once: access opens, and nothing is charged. */
    claim(gift: GiftRef, byId: string): Effect.Effect<number, NoGift | CommandReused>
    /** Returns the price of a gift that nobody has claimed. Returns position 0 if it went back before. */
    giveBack(gift: GiftRef, reason: GiftReturnReason): Effect.Effect<number, NoGift | CommandReused>
    /** Returns all gifts of a person that nobody has claimed. */
    giveBackAll(payerId: string): Effect.Effect<void>
    /** The id of the gift that a code opens. */
    idOf(code: string): string
  }
>()("core/subscriptions/Gifts") {
  static readonly layer = Layer.effect(
    Gifts,
    Effect.gen(function* () {
      const { readRules, write, once, newTransferId } = yield* subscriptionStore
      const [read, readChannel] = [yield* versionedReader(PersonGifts), yield* channelReader]
      const prices = yield* Prices
      const { authorize } = yield* paymentAuthorizer
      const isOffered = yield* readIsOffered.pipe(
        Effect.provideService(EventStore, yield* EventStore),
        Effect.provideService(Sealing, yield* Sealing),
      )

      const bookingOf = (payerId: string, { assetTypeId, giftId, units }: typeof GiftBought.Type) =>
        Effect.map(
          newTransferId,
          (transferId): Booking => ({
            ...{ transferId, purpose: "subscription", reference: `gift-${giftId}` },
            entries: [
              { account: personAccount("available", assetTypeId, payerId), amount: -BigInt(units) },
              { account: platformAccount("unearned", assetTypeId), amount: BigInt(units) },
            ],
          }),
        )

      const buy = Effect.fnUntraced(function* (payerId: string, wish: GiftOrder, credentials: Credentials) {
        const { commandId } = yield* currentCommand
        const request = ["gift", payerId, { ...wish, msf: String(wish.msf) }]
        const code = makeGiftCode()
        const giftId = giftIdOf(code)
        // A code is valid once, so a retry after a conflict must not verify again.
        let approved: { readonly amount: bigint; readonly limit: UnverifiedLimit | null } | null = null
        const attempt = Effect.gen(function* () {
          const { state, version } = yield* read(payerId)
          const { assetTypeId, currencyId } = wish
          if (!(yield* isOffered(assetTypeId))) return yield* new UnfitRule({ problem: "asset" })
          const price = (yield* prices.priceOf(assetTypeId, currencyId)) ?? (yield* new NoPrice({}))
          const nowMs = yield* Clock.currentTimeMillis
          const bought = yield* Effect.fromResult(
            buyGift({ personId: payerId, nowMs, giftId, code }, wish, price, state),
          )
          const payment = { fromId: payerId, assetTypeId, amount: BigInt(bought.units) }
          if (approved === null || payment.amount > approved.amount)
            approved = { amount: payment.amount, limit: yield* authorize({ ...payment, ...credentials }) }
          const { limit } = approved
          const counted =
            limit === null ? {} : { ledgerCall: countUnverifiedDonation(commandId, { ...payment, nowMs }, limit.max) }
          const bookings = [yield* bookingOf(payerId, bought)]
          const writing = write({ gifts: { version, event: bought }, bookings, ...counted, request })
          return yield* limit === null ? writing : catchUnverifiedLimit(writing, limit.beyond)
        })
        return (yield* once(request, dieOnConflict(retryOnConflict(attempt)))).position
      })

      /** All rules of a person, those of gifts as well; new ones have no events. */
      const rulesOf = Effect.fnUntraced(function* (personId: string) {
        const loaded = yield* readRules(RULE_NUMBERS.map((number) => ruleIdOf(personId, number)))
        return RULE_NUMBERS.flatMap((number, index) => {
          const rule = loaded[index]
          return rule === undefined ? [] : [{ number, ...rule }]
        })
      })

      const claim = Effect.fnUntraced(function* ({ payerId, giftId }: GiftRef, byId: string) {
        const request = ["claim", giftId, byId]
        const attempt = Effect.gen(function* () {
          const { state, version } = yield* read(payerId)
          const gift = state.get(giftId)
          const rules = yield* rulesOf(byId)
          const nowMs = yield* Clock.currentTimeMillis
          const claimed = yield* Effect.fromResult(claimGift({ payerId, byId, nowMs }, gift, rules))
          const { statusId, isWithheld } = yield* readChannel(String(gift?.channelId ?? 0))
          if (statusId !== CHANNEL_STATUS.active || isWithheld) return yield* new NoGift({ reason: "closed" })
          const slot = rules.find(({ number }) => number === claimed.number)
          return yield* write({
            gifts: { version, event: claimed.claimed },
            rules: [{ version: slot?.version ?? 0, events: claimed.events }],
            cycles: claimed.cycles.map((event) => ({ version: 0, event })),
            request,
          })
        })
        const claiming = dieOnConflict(retryOnConflict(attempt)).pipe(
          // No money moves: the periods are paid.
          Effect.catchTags({ NotEnough: Effect.die, Frozen: Effect.die }),
        )
        return (yield* once(request, claiming)).position
      })

      const giveBack = Effect.fnUntraced(function* ({ payerId, giftId }: GiftRef, reason: GiftReturnReason) {
        const request = ["return", giftId]
        const attempt = Effect.gen(function* () {
          const { state, version } = yield* read(payerId)
          const nowMs = yield* Clock.currentTimeMillis
          const event = yield* Effect.fromResult(returnGift(payerId, state.get(giftId), reason, nowMs))
          if (event === null) return yield* write({ request })
          const bookings = [returnBooking(event, yield* newTransferId)]
          return yield* write({ gifts: { version, event }, bookings, request })
        })
        const returning = dieOnConflict(retryOnConflict(attempt)).pipe(
          // Money leaves the platform's account alone.
          Effect.catchTags({ NotEnough: Effect.die, Frozen: Effect.die }),
        )
        return (yield* once(request, returning)).position
      })

      return Gifts.of({
        buy: Effect.fn("Gifts.buy")(buy),
        claim: Effect.fn("Gifts.claim")(claim),
        giveBack: Effect.fn("Gifts.giveBack")(giveBack),
        giveBackAll: Effect.fn("Gifts.giveBackAll")(function* (payerId) {
          const { state } = yield* read(payerId)
          // Somebody may claim one meanwhile.
          for (const { giftId } of openGifts(state))
            yield* Effect.ignore(withFreshCommandId(giveBack({ payerId, giftId }, "payer")))
        }),
        idOf: giftIdOf,
      })
    }),
  )
}
