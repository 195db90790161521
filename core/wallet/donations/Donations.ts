import { Clock, Context, Effect, Layer, Result } from "effect"
import {
  currentCommand,
  dieOnConflict,
  EventStore,
  formatIso,
  previousReceipt,
  refuseUnlessDuplicate,
  Sealing,
  Sql,
  withCommandId,
} from "#core/kernel"
import { type CommandReused, creditGuard, type Frozen, Ledger, personAccount, type TransferReceipt } from "#core/ledger"
import { readIsOffered } from "../assets/AssetTypes.ts"
import { COIN_IDS } from "../contract.ts"
import { type PaymentRefused, paymentAuthorizer } from "../payments/paymentAuthorizer.ts"
import { type Donation, decideDonation } from "./decideDonation.ts"
import { DonationEvents } from "./events.ts"
import { InvalidDonation, PasswordRequired, type RecipientClosed } from "./refusals.ts"
import { asDonationRefusals, countUnverifiedDonation, donatedUnverified } from "./unverifiedDonations.ts"

/** A donation with the credentials of its donor. */
type DonationRequest = Donation & { readonly code: string; readonly password: string }

/** Until a moment in milliseconds since 1970, a person can donate no more than this. */
export type DonationLimits = {
  readonly untilMs: number
  readonly amounts: ReadonlyArray<{ readonly assetTypeId: number; readonly amount: bigint }>
}

export type DonationRefused = PaymentRefused | InvalidDonation | Frozen | CommandReused | RecipientClosed

/** Donations from one person to another. */
export class Donations extends Context.Service<
  Donations,
  {
    /**
     * What a person can donate while new credentials do not count, by asset in minor units; null without such a pause.
     */
    limits(personId: string): Effect.Effect<DonationLimits | null>
    /**
     * Moves coins immediately: both balances and the donation change in one command. `code` is the TOTP code if two-step
     * verification is on. Without it, `password` (the withdrawal password) is required above the daily limit. Unused
     * credentials are empty.
     */
    donate(donation: DonationRequest): Effect.Effect<TransferReceipt & { readonly donationId: string }, DonationRefused>
  }
>()("core/wallet/Donations") {
  static readonly layer = Layer.effect(
    Donations,
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const store = yield* EventStore
      const sealing = yield* Sealing
      const { authorize, dailyMax, pausedUntilMs } = yield* paymentAuthorizer
      const { client: sql } = yield* Sql
      const isOffered = yield* readIsOffered.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(Sealing, sealing),
      )

      return Donations.of({
        limits: Effect.fn("Donations.limits")(function* (personId) {
          const nowMs = yield* Clock.currentTimeMillis
          const untilMs = yield* pausedUntilMs(personId)
          if (untilMs <= nowMs) return null
          const amounts = yield* Effect.forEach(COIN_IDS, (assetTypeId) =>
            Effect.gen(function* () {
              const max = yield* dailyMax(assetTypeId)
              const given = yield* Effect.promise(() =>
                donatedUnverified(sql, { fromId: personId, assetTypeId, nowMs }),
              )
              return { assetTypeId, amount: given < max ? max - given : 0n }
            }),
          )
          return { untilMs, amounts }
        }),

        donate: Effect.fn("Donations.donate")(function* ({ code, password, ...donation }) {
          const command = yield* currentCommand
          const { commandId: donationId } = command
          const nowMs = yield* Clock.currentTimeMillis
          const donatedAt = formatIso(nowMs)
          const decided = decideDonation(donation, { donationId, donatedAt })
          if (Result.isFailure(decided)) return yield* Effect.fail(decided.failure)
          // A repeated command returns the first result and needs no new code.
          const isRepeat = (yield* previousReceipt(store, command)) !== null
          if (!isRepeat && !(yield* isOffered(donation.assetTypeId)))
            return yield* new InvalidDonation({ problem: "asset" })
          const authenticated = authorize({ ...donation, code, password }).pipe(
            Effect.catch((refused) => Effect.as(refuseUnlessDuplicate(store, command, refused), null)),
          )
          const limit = isRepeat ? null : yield* authenticated
          const event = yield* DonationEvents.encode(decided.success).pipe(Effect.provideService(Sealing, sealing))
          const { fromId, toId, assetTypeId, amount } = donation
          const giveTo = creditGuard(toId)
          const count = countUnverifiedDonation(donationId, { ...donation, nowMs }, limit?.max ?? 0n)
          const booked = yield* ledger
            .transfer({
              purpose: "donation",
              reference: `donation-${donationId}`,
              payload: decided.success.message,
              entries: [
                { account: personAccount("available", assetTypeId, fromId), amount: -amount },
                { account: personAccount("available", assetTypeId, toId), amount },
              ],
              also: [{ stream: `donation-${donationId}`, expected: 0, events: [event] }],
              ledgerCall: (client, answer) =>
                limit === null ? giveTo(client, answer) : count(client, giveTo(client, answer)),
            })
            .pipe(
              (transfer) => asDonationRefusals(transfer, limit?.beyond ?? new PasswordRequired()),
              dieOnConflict,
              withCommandId(donationId),
            )
          return { ...booked, donationId }
        }),
      })
    }),
  )
}
