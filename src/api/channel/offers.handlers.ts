import { Clock, Effect } from "effect"
import { parseUnits, unitsText } from "#core/ledger"
import { type NoSeat, PremiumOffers, type UnfitOffer } from "#core/subscriptions"
import { channelsOf, findChannel, findChannelById, findChannelFor } from "#projections/channels"
import { waitFor } from "#projections/runner"
import {
  type ListedOffer,
  type OwnSeat,
  offersOfCreators,
  seatsOfPerson,
  trialDaysOf,
} from "#projections/subscriptions"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { badField } from "../badField.ts"
import { answer, Busy, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

/** Decimals of the base currencies. */
const BASE_DIGITS = 2

type Call<Payload> = { readonly payload: Payload }
type Offered = { readonly pmsf: string; readonly currencyId: number; readonly cap: number }
type Waiting = { readonly channelCode: string; readonly isWaiting: boolean }

/** Handlers of offers.contract.ts; resolved once for the group. */
export const offerHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const offers = yield* PremiumOffers
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  return {
    LoadOffer: Effect.fn("LoadOffer")(function* ({ payload: { channelCode } }: Call<{ readonly channelCode: string }>) {
      yield* limited
      const { member } = yield* CurrentCaller
      const { personId } = (yield* findChannelFor(member?.personId ?? null, channelCode)) ?? (yield* noChannel)
      return answer({ offer: yield* offerOf(personId), trialDays: yield* trialDaysOf(personId) })
    }, provide),

    UpdateOffer: Effect.fn("UpdateOffer")(function* ({ payload }: Call<Offered>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const t = translator((yield* CurrentCaller).locale)
      const [first] = yield* channelsOf(personId)
      if (first === undefined) return yield* noChannel
      const pmsf = /^0+(?:\.0*)?$/.test(payload.pmsf) ? 0n : parseUnits(payload.pmsf, BASE_DIGITS)
      if (typeof pmsf === "string") return yield* badField("pmsf", t(`walletCall.amount.${pmsf}`))
      const { currencyId, cap } = payload
      const position = yield* offers.offer(personId, first.channelId, { pmsf, currencyId, cap }).pipe(
        Effect.catchTag("NoChannel", () => noChannel),
        Effect.catchTag("UnfitOffer", refuseOffer),
      )
      yield* waitFor("subscriptions", position)
      return answer(
        { offer: yield* offerOf(personId), trialDays: yield* trialDaysOf(personId) },
        t("accountCall.saved"),
      )
    }, provide),

    UpdateWaitingList: Effect.fn("UpdateWaitingList")(function* ({
      payload: { channelCode, isWaiting },
    }: Call<Waiting>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const channelId = yield* firstChannelOf(channelCode)
      const changed = isWaiting ? offers.join(personId, channelId) : offers.leave(personId, channelId)
      yield* waitFor("subscriptions", yield* changed.pipe(Effect.catch(refuseSeat)))
      const own = yield* ownSeats(personId)
      const { code } = (yield* findChannelById(channelId)) ?? (yield* noChannel)
      return answer({ seat: own.find((seat) => seat.channelCode === code) ?? null })
    }, provide),
  }
})

/** The first channel of the creator of a channel: premium belongs to it. */
const firstChannelOf = Effect.fnUntraced(function* (channelCode: string) {
  const channel = (yield* findChannel(channelCode)) ?? (yield* noChannel)
  return channel.parentId ?? channel.channelId
})

/** A request for a seat with a channel. The weights contain its creator alone. */
export const seatOf = Effect.fnUntraced(function* (
  channelCode: string,
  weights: ReadonlyMap<string, unknown>,
  isWanted: boolean,
) {
  const [creatorId = ""] = weights.keys()
  return { channelId: yield* firstChannelOf(channelCode), creatorId, isWanted }
})

/** The seats, reservations and places in waiting lists of a person, with their channels. */
export const ownSeats = Effect.fnUntraced(function* (personId: string) {
  const seats = yield* seatsOfPerson(personId, yield* Clock.currentTimeMillis)
  const shown: Array<ReturnType<typeof toSeat>> = []
  for (const seat of seats) {
    const channel = yield* findChannelById(seat.channelId)
    if (channel !== null) shown.push(toSeat(seat, channel))
  }
  return shown
})

const toSeat = (seat: OwnSeat, { code, subject }: { readonly code: string; readonly subject: string }) => ({
  ...{ channelCode: code, subject, status: seat.status, place: seat.place },
  until: seat.until?.getTime() ?? null,
})

const offerOf = Effect.fnUntraced(function* (creatorId: string) {
  const offers = yield* offersOfCreators([creatorId], yield* Clock.currentTimeMillis)
  const offer = offers.get(creatorId)
  return offer === undefined || offer.pmsf === 0n ? null : toOffer(offer)
})

const toOffer = ({ pmsf, currencyId, cap, left, waiting }: ListedOffer) => ({
  ...{ pmsf: unitsText(pmsf, BASE_DIGITS), currencyId, cap, left, waiting },
})

/** Fails with a refusal of a seat in the caller's language. */
export const refuseSeat = Effect.fnUntraced(function* (refused: NoSeat) {
  const message = refusal(translator((yield* CurrentCaller).locale)(refused.messageKey))
  return yield* refused.reason === "busy" ? new Busy(message) : new Conflict(message)
})

/** The form field that each problem belongs to. */
const FIELD = { pmsf: "pmsf", cap: "cap", currency: "currencyId", "currency.taken": "currencyId" } as const

const refuseOffer = Effect.fnUntraced(function* (refused: UnfitOffer) {
  const { locale } = yield* CurrentCaller
  return yield* badField(FIELD[refused.problem], translator(locale)(refused.messageKey))
})

const noChannel = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("creators.noChannel")))
})
