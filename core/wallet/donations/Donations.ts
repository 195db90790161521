import { Clock, Context, Effect, Layer, Result } from "effect"
import { type Crowded, SignIns, type TooOften, TwoSteps, type WrongStepCode } from "#core/accounts"
import { CurrentMeta, currentCommand, EventStore, reader, Sealing, Sql } from "#core/kernel"
import {
  type CommandReused,
  type Frozen,
  givingTo,
  Ledger,
  NotEnough,
  personAccount,
  type TransferReceipt,
} from "#core/ledger"
import { offeredReader } from "../assets/offered.ts"
import type { NoWithdrawalPassword, WrongWithdrawalPassword } from "../withdrawalPassword/refusals.ts"
import { PAUSE_MS } from "../withdrawalPassword/WithdrawalPassword.ts"
import { WithdrawalPasswords } from "../withdrawalPassword/WithdrawalPasswords.ts"
import { RULES_ID, Rules } from "../withdrawalRules/Rules.ts"
import { type Donation, decideDonation } from "./decideDonation.ts"
import { asDonationRefusals, countingFree, isFree } from "./donationBooks.ts"
import { DonationEvents } from "./events.ts"
import { GivingPaused, PasswordOwed, ProofOwed, type ReceiverLeft, StepCodeOwed, UnfitDonation } from "./refusals.ts"

/** A donation with what shows that it is its giver. */
type Wish = Donation & { readonly code: string; readonly password: string }

export type DonationRefused =
  | UnfitDonation
  | NotEnough
  | Frozen
  | CommandReused
  | StepCodeOwed
  | WrongStepCode
  | PasswordOwed
  | ProofOwed
  | GivingPaused
  | ReceiverLeft
  | NoWithdrawalPassword
  | WrongWithdrawalPassword
  | Crowded
  | TooOften

/** Where people give coins to each other. */
export class Donations extends Context.Service<
  Donations,
  {
    /**
     * Gives coins to somebody at once: both balances and the donation are one command. `code` is of the giver's
     * authenticator where two-step verification is on, and empty where it is off; `password` is the withdrawal password,
     * owed without it for more than a little within a day, and else empty.
     */
    donate(donation: Wish): Effect.Effect<TransferReceipt & { readonly donationId: string }, DonationRefused>
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
      const passwords = yield* WithdrawalPasswords
      const readRules = yield* reader(Rules)
      const { client: sql } = yield* Sql
      const isOffered = yield* offeredReader.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(Sealing, sealing),
      )

      const checkFree = Effect.fnUntraced(function* ({ fromId, assetTypeId, amount }: Donation) {
        const [own] = yield* Effect.promise(
          () => sql<Array<{ free: string }>>`
            select (posted - held)::text as free from wallet.account where account = ${personAccount("available", assetTypeId, fromId)}`,
        )
        if (BigInt(own?.free ?? 0) < amount) return yield* new NotEnough({ assetTypeId })
      })

      /** The second step. A command of its own: the donation's id is the donation's alone. */
      const passStep = Effect.fnUntraced(function* (personId: string, code: string) {
        yield* steps.pass(personId, code).pipe(
          Effect.catchTag("TwoStepOff", () => Effect.void),
          Effect.provideService(CurrentMeta, { ...(yield* CurrentMeta), commandId: null }),
        )
      })

      /**
       * Has the giver show that it is them, after everything else that can be refused is known: a code is good for once.
       * Answers what the donation has to be counted with where a session, or what was changed of late, is all there is.
       */
      const prove = Effect.fnUntraced(function* (wish: Wish, nowMs: number) {
        const { fromId, assetTypeId, code, password } = wish
        const hasStep = yield* signIns.hasSecondStep(fromId)
        if (hasStep && !STEP_CODE.test(code)) return yield* new StepCodeOwed()
        yield* checkFree(wish)
        const most = (yield* readRules(RULES_ID)).assets.get(assetTypeId)?.freeDonations ?? 0n
        const fits = yield* Effect.promise(() => isFree(sql, { ...wish, nowMs }, most))
        const { isSet, pause, ...since } = yield* passwords.look(fromId)
        // Whoever has somebody's mail can set up a first password and a first authenticator too.
        const youngUntilMs = (hasStep ? since.stepSinceMs : since.passwordSinceMs) + PAUSE_MS
        const untilMs = Math.max(pause?.untilMs ?? 0, youngUntilMs)
        const isPaused = untilMs > nowMs
        const beyond = isPaused ? new GivingPaused({ untilMs }) : isSet ? new PasswordOwed() : new ProofOwed()
        const isProven = !isPaused && (hasStep || (!fits && isSet && password !== ""))
        if (!fits && !isProven) return yield* Effect.fail(beyond)
        if (hasStep) yield* passStep(fromId, code)
        else if (isProven) yield* passwords.confirm(fromId, password)
        return isProven ? null : { most, beyond }
      })

      return Donations.of({
        donate: Effect.fn("Donations.donate")(function* ({ code, password, ...donation }) {
          const { commandId: donationId, given } = yield* currentCommand
          const nowMs = yield* Clock.currentTimeMillis
          const donatedAt = new Date(nowMs).toISOString()
          const decided = decideDonation(donation, { donationId, donatedAt })
          if (Result.isFailure(decided)) return yield* Effect.fail(decided.failure)
          // What was done already is answered again, and owes no new code.
          const isRepeat = given && (yield* store.receipt(donationId)) !== null
          if (!isRepeat && !(yield* isOffered(donation.assetTypeId)))
            return yield* new UnfitDonation({ problem: "asset" })
          const proving = prove({ ...donation, code, password }, nowMs).pipe(
            // The same command may have been carried out since: what refuses it would be its own work.
            Effect.catch((refused) =>
              Effect.flatMap(given ? store.receipt(donationId) : Effect.succeed(null), (twin) =>
                twin === null ? Effect.fail(refused) : Effect.succeed(null),
              ),
            ),
          )
          const free = isRepeat ? null : yield* proving
          const event = yield* DonationEvents.encode(decided.success).pipe(Effect.provideService(Sealing, sealing))
          const { fromId, toId, assetTypeId, amount } = donation
          const giveTo = givingTo(toId)
          const count = countingFree(donationId, { ...donation, nowMs }, free?.most ?? 0n)
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
              books: (client, answer) =>
                free === null ? giveTo(client, answer) : count(client, giveTo(client, answer)),
            })
            .pipe(
              (giving) => asDonationRefusals(giving, free?.beyond ?? new PasswordOwed()),
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
