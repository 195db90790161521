import { Clock, Effect } from "effect"
import { type Overloaded, SignIns, type TooOften, TwoSteps, type WrongStepCode } from "#core/accounts"
import { cachedReader, Sql, withFreshCommandId } from "#core/kernel"
import { NotEnough } from "#core/ledger"
import {
  DonationsPaused,
  PasswordRequired,
  ReauthenticationRequired,
  SecondFactorRequired,
} from "../donations/refusals.ts"
import type { NoWithdrawalPassword, WrongWithdrawalPassword } from "../withdrawalPassword/refusals.ts"
import { SECURITY_PAUSE_MS } from "../withdrawalPassword/WithdrawalPassword.ts"
import { WithdrawalPasswords } from "../withdrawalPassword/WithdrawalPasswords.ts"
import { RULES_ID, Rules } from "../withdrawalRules/Rules.ts"
import { FundsOf, fundsResolver } from "./fundsResolver.ts"

/** A payment from a person's balance, with their credentials; unused ones are empty. */
export type Payment = {
  readonly fromId: string
  readonly assetTypeId: number
  /** Minor units. */
  readonly amount: bigint
  readonly code: string
  readonly password: string
}

/** The daily limit that an unverified payment counts towards, and the refusal if others have used it up by now. */
export type UnverifiedLimit = {
  readonly max: bigint
  readonly beyond: DonationsPaused | PasswordRequired | ReauthenticationRequired
}

export type PaymentRefused =
  | NotEnough
  | SecondFactorRequired
  | WrongStepCode
  | PasswordRequired
  | ReauthenticationRequired
  | DonationsPaused
  | NoWithdrawalPassword
  | WrongWithdrawalPassword
  | Overloaded
  | TooOften

/** A TOTP code. Recovery codes are valid for sign-in only. */
const STEP_CODE = /^\d{6}$/

/**
 * Authorises payments. A session alone may pay a small amount a day. With two-step verification on, every payment needs
 * a code; without it, a larger one needs the withdrawal password.
 */
export const paymentAuthorizer = Effect.gen(function* () {
  const [steps, signIns, passwords] = [yield* TwoSteps, yield* SignIns, yield* WithdrawalPasswords]
  const { of, read } = yield* cachedReader
  const rules = of(Rules)(RULES_ID)
  const { client: sql } = yield* Sql
  const funds = fundsResolver(sql)

  /** Checks the TOTP code as a separate command, because the command id belongs to the payment. */
  const verifyCode = Effect.fnUntraced(function* (personId: string, code: string) {
    yield* steps.pass(personId, code).pipe(
      Effect.catchTag("TwoStepOff", () => Effect.void),
      withFreshCommandId,
    )
  })

  /** What a session alone may pay in 24 hours, in minor units. */
  const dailyMax = Effect.fnUntraced(function* (assetTypeId: number) {
    const [state] = yield* read([rules], 0)
    return state.assets.get(assetTypeId)?.unverifiedDonationMax ?? 0n
  })

  /** When credentials that were set up or changed start to count; in the past if they do. */
  const pauseOf = Effect.fnUntraced(function* (personId: string, hasStep: boolean) {
    const { isSet, pause, ...since } = yield* passwords.status(personId)
    // New credentials do not count: anyone who reads the person's mail could have set them up.
    const newUntilMs = (hasStep ? since.stepSinceMs : since.passwordSinceMs) + SECURITY_PAUSE_MS
    return { isSet, untilMs: Math.max(pause?.untilMs ?? 0, newUntilMs) }
  })

  /**
   * Verifies the payer last, because a code is valid once. Returns the daily limit that the payment counts towards, or
   * null if a credential was verified.
   */
  const authorize = Effect.fnUntraced(function* (
    payment: Payment,
  ): Effect.fn.Return<UnverifiedLimit | null, PaymentRefused> {
    const { fromId, assetTypeId, code, password } = payment
    const nowMs = yield* Clock.currentTimeMillis
    const hasStep = yield* signIns.hasSecondStep(fromId)
    if (hasStep && !STEP_CODE.test(code)) return yield* new SecondFactorRequired()
    const { available, unverified } = yield* Effect.request(new FundsOf({ fromId, assetTypeId, nowMs }), funds)
    if (available < payment.amount) return yield* new NotEnough({ assetTypeId })
    const max = yield* dailyMax(assetTypeId)
    const isWithinLimit = unverified + payment.amount <= max
    const { isSet, untilMs } = yield* pauseOf(fromId, hasStep)
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

  return {
    authorize,
    dailyMax,
    pausedUntilMs: (personId: string) =>
      Effect.flatMap(signIns.hasSecondStep(personId), (hasStep) =>
        Effect.map(pauseOf(personId, hasStep), ({ untilMs }) => untilMs),
      ),
  }
})
