import { Clock, Context, Effect, Layer } from "effect"
import {
  Attempts,
  type NoAccount,
  type Overloaded,
  PasswordHasher,
  Passwords,
  SignIns,
  TooOften,
  type TwoStepOff,
  TwoSteps,
  type UnfitField,
  type WrongCode,
  type WrongCredentials,
  type WrongStepCode,
} from "#core/accounts"
import { CurrentMeta, dieOnConflict, EventStore, reader, writer } from "#core/kernel"
import { CommandReused, findEarlierReceipt, idempotent } from "#core/ledger"
import {
  NoWithdrawalPassword,
  type PasswordChangedConcurrently,
  SamePassword,
  WithdrawalsPaused,
  WrongWithdrawalPassword,
} from "./refusals.ts"
import {
  changeWithdrawalPassword,
  chooseWithdrawalPassword,
  currentPause,
  type Pause,
  WithdrawalPassword,
} from "./WithdrawalPassword.ts"

/** What authorises a new withdrawal password: the previous one, a mailed code, or a TOTP code. */
export type PasswordProof =
  | { readonly password: string }
  | { readonly mailCode: string }
  | { readonly stepCode: string }

export type PasswordRefused =
  | SamePassword
  | NoWithdrawalPassword
  | WrongWithdrawalPassword
  | PasswordChangedConcurrently
  | UnfitField
  | TooOften
  | Overloaded
  | NoAccount
  | WrongCode
  | WrongCredentials
  | WrongStepCode
  | TwoStepOff
  | CommandReused

/** Wrong attempts of one account within 15 minutes. */
const WRONG_PASSWORDS = { name: "wrong-withdrawal-password", times: 5, seconds: 900 }

/** The password that withdrawals require, separate from the sign-in password. */
export class WithdrawalPasswords extends Context.Service<
  WithdrawalPasswords,
  {
    /** Sets the password. Replacing one without the previous one pauses withdrawals for 24 hours. */
    set(personId: string, proof: PasswordProof, next: string): Effect.Effect<void, PasswordRefused>
    /** Whether a password is set, the current pause, and the age of both credentials. */
    status(personId: string): Effect.Effect<{
      readonly isSet: boolean
      readonly pause: Pause | null
      readonly passwordSinceMs: number
      readonly stepSinceMs: number
    }>
    /** Fails without a password or during a pause. Verifies no credentials. */
    assertCanWithdraw(personId: string): Effect.Effect<void, NoWithdrawalPassword | WithdrawalsPaused>
    /** Verifies the password. Wrong attempts are limited. */
    verify(
      personId: string,
      password: string,
    ): Effect.Effect<void, NoWithdrawalPassword | WrongWithdrawalPassword | TooOften | Overloaded>
  }
>()("core/wallet/WithdrawalPasswords") {
  static readonly layer = Layer.effect(
    WithdrawalPasswords,
    Effect.gen(function* () {
      const store = yield* EventStore
      const [read, write] = [yield* reader(WithdrawalPassword), yield* writer(WithdrawalPassword)]
      const [attempts, passwords] = [yield* Attempts, yield* PasswordHasher]
      const [signInPasswords, steps, signIns] = [yield* Passwords, yield* TwoSteps, yield* SignIns]

      /** Verifies a password and returns its hash. Attempts are counted first, so concurrent ones are limited too. */
      const verifyHash = Effect.fnUntraced(function* (personId: string, password: string) {
        const { hash } = yield* read(personId)
        if (hash === null) return yield* new NoWithdrawalPassword()
        const seconds = yield* attempts.count(WRONG_PASSWORDS, personId)
        if (seconds > 0) return yield* new TooOften({ seconds })
        if (!(yield* passwords.isRight(password, hash))) return yield* new WrongWithdrawalPassword()
        yield* attempts.forget(WRONG_PASSWORDS, personId)
        return hash
      })

      /** Verifies a proof as a separate command, because the command id belongs to the change of the password. */
      const verifyProof = Effect.fnUntraced(function* (
        personId: string,
        proof: { readonly mailCode: string } | { readonly stepCode: string },
      ) {
        const meta = { ...(yield* CurrentMeta), commandId: null }
        const verified: Effect.Effect<void, PasswordRefused> =
          "stepCode" in proof
            ? steps.pass(personId, proof.stepCode)
            : signInPasswords.confirm(personId, { code: proof.mailCode })
        yield* Effect.provideService(verified, CurrentMeta, meta)
      })

      const status = Effect.fn("WithdrawalPasswords.status")(function* (personId: string) {
        const { hash, frozenUntilMs, sinceMs } = yield* read(personId)
        const { stepSinceMs, ...changed } = yield* signIns.changes(personId)
        const pause = currentPause({ frozenUntilMs, ...changed }, yield* Clock.currentTimeMillis)
        return { isSet: hash !== null, pause, passwordSinceMs: sinceMs, stepSinceMs }
      })

      return WithdrawalPasswords.of({
        set: Effect.fn("WithdrawalPasswords.set")(function* (personId, proof, next) {
          // A receipt must not contain a password digest, so a repeat is compared with the stored hash.
          const payload = ["set withdrawal password", personId]
          if ((yield* findEarlierReceipt(store, payload)) !== null) {
            yield* verifyHash(personId, next).pipe(
              Effect.catchTag(["WrongWithdrawalPassword", "NoWithdrawalPassword"], () =>
                Effect.fail(new CommandReused()),
              ),
            )
            return
          }
          const { isSignIn } = yield* signInPasswords.checkSecond(personId, next)
          if (isSignIn) return yield* new SamePassword()
          const isChange = "password" in proof
          if (isChange && proof.password.normalize("NFKC") === next.normalize("NFKC")) return yield* new SamePassword()
          const present = isChange ? yield* verifyHash(personId, proof.password) : null
          const passwordHash = yield* passwords.hash(next)
          if (!isChange) yield* verifyProof(personId, proof)
          const chosen = { personId, passwordHash, nowMs: yield* Clock.currentTimeMillis }
          const decide = present === null ? chooseWithdrawalPassword(chosen) : changeWithdrawalPassword(present, chosen)
          yield* idempotent(payload, (answerOf) => write(personId, decide, answerOf).pipe(dieOnConflict))
        }),

        status,

        assertCanWithdraw: Effect.fn("WithdrawalPasswords.assertCanWithdraw")(function* (personId) {
          const { isSet, pause } = yield* status(personId)
          if (!isSet) return yield* new NoWithdrawalPassword()
          if (pause !== null) return yield* new WithdrawalsPaused(pause)
        }),

        verify: Effect.fn("WithdrawalPasswords.verify")(function* (personId, password) {
          yield* verifyHash(personId, password)
        }),
      })
    }),
  )
}
