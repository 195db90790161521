import { Clock, Context, Effect, Layer, Result } from "effect"
import { type Overloaded, SignIns, type TooOften, TwoSteps, type WrongStepCode } from "#core/accounts"
import {
  currentCommand,
  dieOnConflict,
  EventStore,
  formatIso,
  previousReceipt,
  reader,
  refuseUnlessDuplicate,
  Sealing,
  Sql,
  withCommandId,
  withFreshCommandId,
} from "#core/kernel"
import {
  type CommandReused,
  creditGuard,
  type Frozen,
  Ledger,
  NotEnough,
  personAccount,
  type TransferReceipt,
} from "#core/ledger"
import { readIsOffered } from "../assets/AssetTypes.ts"
import { COIN_IDS } from "../contract.ts"
import type { NoWithdrawalPassword, WrongWithdrawalPassword } from "../withdrawalPassword/refusals.ts"
import { SECURITY_PAUSE_MS } from "../withdrawalPassword/WithdrawalPassword.ts"
import { WithdrawalPasswords } from "../withdrawalPassword/WithdrawalPasswords.ts"
import { RULES_ID, Rules } from "../withdrawalRules/Rules.ts"
import { type Donation, decideDonation } from "./decideDonation.ts"
import { DonationEvents } from "./events.ts"
import {
  DonationsPaused,
  InvalidDonation,
  PasswordRequired,
  ReauthenticationRequired,
  type RecipientClosed,
  SecondFactorRequired,
} from "./refusals.ts"
import {
  asDonationRefusals,
  countUnverifiedDonation,
  donatedUnverified,
  isWithinUnverifiedLimit,
} from "./unverifiedDonations.ts"

/** A donation with the credentials of its donor. */
type DonationRequest = Donation & { readonly code: string; readonly password: string }

/** Until a moment in milliseconds since 1970, a person can donate no more than this. */
export type DonationLimits = {
  readonly untilMs: number
  readonly amounts: ReadonlyArray<{ readonly assetTypeId: number; readonly amount: bigint }>
}

export type DonationRefused =
  | InvalidDonation
  | NotEnough
  | Frozen
  | CommandReused
  | SecondFactorRequired
  | WrongStepCode
  | PasswordRequired
  | ReauthenticationRequired
  | DonationsPaused
  | RecipientClosed
  | NoWithdrawalPassword
  | WrongWithdrawalPassword
  | Overloaded
  | TooOften

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
      const steps = yield* TwoSteps
      const signIns = yield* SignIns
      const passwords = yield* WithdrawalPasswords
      const readRules = yield* reader(Rules)
      const { client: sql } = yield* Sql
      const isOffered = yield* readIsOffered.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(Sealing, sealing),
      )

      const assertEnough = Effect.fnUntraced(function* ({ fromId, assetTypeId, amount }: Donation) {
        const [own] = yield* Effect.promise(
          () => sql<Array<{ available: string }>>`
            select (posted - held)::text as available from wallet.account where account = ${personAccount("available", assetTypeId, fromId)}`,
        )
        if (BigInt(own?.available ?? 0) < amount) return yield* new NotEnough({ assetTypeId })
      })

      /** Checks the TOTP code as a separate command, because the command id belongs to the donation. */
      const verifyCode = Effect.fnUntraced(function* (personId: string, code: string) {
        yield* steps.pass(personId, code).pipe(
          Effect.catchTag("TwoStepOff", () => Effect.void),
          withFreshCommandId,
        )
      })

      const dailyMax = Effect.fnUntraced(function* (assetTypeId: number) {
        return (yield* readRules(RULES_ID)).assets.get(assetTypeId)?.unverifiedDonationMax ?? 0n
      })

      /** When credentials that were set up or changed start to count; in the past if they do. */
      const pausedUntilMs = Effect.fnUntraced(function* (personId: string, hasStep: boolean) {
        const { isSet, pause, ...since } = yield* passwords.status(personId)
        // New credentials do not count: anyone who reads the person's mail could have set them up.
        const newUntilMs = (hasStep ? since.stepSinceMs : since.passwordSinceMs) + SECURITY_PAUSE_MS
        return { isSet, untilMs: Math.max(pause?.untilMs ?? 0, newUntilMs) }
      })

      /**
       * Verifies the donor last, because a code is valid once. Returns the daily limit that the donation counts towards,
       * or null if a credential was verified.
       */
      const authenticate = Effect.fnUntraced(function* (request: DonationRequest, nowMs: number) {
        const { fromId, assetTypeId, code, password } = request
        const hasStep = yield* signIns.hasSecondStep(fromId)
        if (hasStep && !STEP_CODE.test(code)) return yield* new SecondFactorRequired()
        yield* assertEnough(request)
        const max = yield* dailyMax(assetTypeId)
        const isWithinLimit = yield* Effect.promise(() => isWithinUnverifiedLimit(sql, { ...request, nowMs }, max))
        const { isSet, untilMs } = yield* pausedUntilMs(fromId, hasStep)
        const isPaused = untilMs > nowMs
        const beyond = isPaused
          ? new DonationsPaused({ untilMs })
          : isSet
            ? new PasswordRequired()
            : new ReauthenticationRequired()
        const isVerified = !isPaused && (hasStep || (!isWithinLimit && isSet && password !== ""))
        if (!isWithinLimit && !isVerified) return yield* Effect.fail(beyond)
        if (hasStep) yield* verifyCode(fromId, code)
        else if (isVerified) yield* passwords.verify(fromId, password)
        return isVerified ? null : { max, beyond }
      })

      return Donations.of({
        limits: Effect.fn("Donations.limits")(function* (personId) {
          const nowMs = yield* Clock.currentTimeMillis
          const { untilMs } = yield* pausedUntilMs(personId, yield* signIns.hasSecondStep(personId))
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
          const authenticated = authenticate({ ...donation, code, password }, nowMs).pipe(
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

/** A TOTP code. Recovery codes are valid for sign-in only. */
const STEP_CODE = /^\d{6}$/
