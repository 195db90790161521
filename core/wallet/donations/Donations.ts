import { Clock, Context, Effect, Layer, Result } from "effect"
import { SignIns, type TooOften, TwoSteps, type WrongStepCode } from "#core/accounts"
import { CurrentMeta, currentCommand, EventStore, Sealing, Sql } from "#core/kernel"
import { offeredReader } from "../assets/offered.ts"
import { personAccount } from "../ledger/accounts.ts"
import { type Booked, Ledger } from "../ledger/Ledger.ts"
import { type CommandReused, type Frozen, NotEnough } from "../ledger/refusals.ts"
import { type Donation, decideDonation } from "./decideDonation.ts"
import { DonationEvents } from "./events.ts"
import { StepCodeOwed, UnfitDonation } from "./refusals.ts"

export type DonationRefused =
  | UnfitDonation
  | NotEnough
  | Frozen
  | CommandReused
  | StepCodeOwed
  | WrongStepCode
  | TooOften

/** Where people give coins to each other. */
export class Donations extends Context.Service<
  Donations,
  {
    /**
     * Gives coins to somebody at once: both balances and the donation are one command. `code` is of the giver's
     * authenticator where two-step verification is on, and empty where it is off.
     */
    donate(
      donation: Donation & { readonly code: string },
    ): Effect.Effect<Booked & { readonly donationId: string }, DonationRefused>
  }
>()("core/wallet/Donations") {
  static readonly layer = Layer.effect(
    Donations,
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const store = yield* EventStore
      const sealing = yield* Sealing
      const steps = yield* TwoSteps
      const signIns = yield* SignIns
      const { client: sql } = yield* Sql
      const isOffered = yield* offeredReader.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(Sealing, sealing),
      )

      /** The second step, after everything else that can be refused is known: a code is good for once. */
      const confirm = Effect.fnUntraced(function* ({
        fromId,
        assetTypeId,
        amount,
        code,
      }: Donation & { readonly code: string }) {
        if (!(yield* signIns.hasSecondStep(fromId))) return
        if (!STEP_CODE.test(code)) return yield* new StepCodeOwed()
        const [own] = yield* Effect.promise(
          () => sql<Array<{ free: string }>>`
            select (posted - held)::text as free from wallet.account where account = ${personAccount("available", assetTypeId, fromId)}`,
        )
        if (BigInt(own?.free ?? 0) < amount) return yield* new NotEnough({ assetTypeId })
        const meta = yield* CurrentMeta
        yield* steps.pass(fromId, code).pipe(
          Effect.catchTag("TwoStepOff", () => Effect.void),
          // A command of its own: the donation's id is the donation's alone.
          Effect.provideService(CurrentMeta, { ...meta, commandId: null }),
        )
      })

      return Donations.of({
        donate: Effect.fn("Donations.donate")(function* ({ code, ...donation }) {
          const { commandId: donationId, given } = yield* currentCommand
          const donatedAt = new Date(yield* Clock.currentTimeMillis).toISOString()
          const decided = decideDonation(donation, { donationId, donatedAt })
          if (Result.isFailure(decided)) return yield* Effect.fail(decided.failure)
          // What was done already is answered again, and owes no new code.
          const isRepeat = given && (yield* store.receipt(donationId)) !== null
          if (!isRepeat) {
            if (!(yield* isOffered(donation.assetTypeId))) return yield* new UnfitDonation({ problem: "asset" })
            yield* confirm({ ...donation, code })
          }
          const event = yield* DonationEvents.encode(decided.success).pipe(Effect.provideService(Sealing, sealing))
          const { fromId, toId, assetTypeId, amount } = donation
          const booked = yield* ledger
            .transfer({
              purpose: "donation",
              reference: `donation-${donationId}`,
              words: decided.success.message,
              entries: [
                { account: personAccount("available", assetTypeId, fromId), amount: -amount },
                { account: personAccount("available", assetTypeId, toId), amount },
              ],
              also: [{ stream: `donation-${donationId}`, expected: 0, events: [event] }],
            })
            .pipe(
              Effect.catchTag("StreamConflict", Effect.die),
              Effect.provideService(CurrentMeta, { ...(yield* CurrentMeta), commandId: donationId }),
            )
          return { ...booked, donationId }
        }),
      })
    }),
  )
}

/** What an authenticator shows. Recovery codes are for signing in. */
const STEP_CODE = /^\d{6}$/
