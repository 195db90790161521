import { Clock, Context, Effect, Layer } from "effect"
import {
  Attempts,
  type Crowded,
  type NoAccount,
  PasswordDesk,
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
import { CurrentMeta, EventStore, reader, writer } from "#core/kernel"
import { CommandReused, firstReceipt, worded } from "#core/ledger"
import { type Pause, pauseOf } from "./pauseOf.ts"
import {
  NoWithdrawalPassword,
  type PasswordMoved,
  SamePassword,
  WithdrawalsPaused,
  WrongWithdrawalPassword,
} from "./refusals.ts"
import { changeWithdrawalPassword, chooseWithdrawalPassword, WithdrawalPassword } from "./WithdrawalPassword.ts"

/** By what somebody may choose a withdrawal password: the one before, a mailed code, or their authenticator. */
export type PasswordProof =
  | { readonly password: string }
  | { readonly mailCode: string }
  | { readonly stepCode: string }

export type PasswordRefused =
  | SamePassword
  | NoWithdrawalPassword
  | WrongWithdrawalPassword
  | PasswordMoved
  | UnfitField
  | TooOften
  | Crowded
  | NoAccount
  | WrongCode
  | WrongCredentials
  | WrongStepCode
  | TwoStepOff
  | CommandReused

/** Guesses that somebody has who is signed in as a person already. */
const WRONG_ONES = { name: "wrong-withdrawal-password", times: 5, seconds: 900 }

/** The password that withdrawals ask for, apart from that for signing in. */
export class WithdrawalPasswords extends Context.Service<
  WithdrawalPasswords,
  {
    /** Chooses it. Without the one before, withdrawals stop for a day, unless it is the first. */
    set(personId: string, proof: PasswordProof, next: string): Effect.Effect<void, PasswordRefused>
    /** Whether a person has one, what pauses their withdrawals at present, and since when the proofs that they have are theirs. */
    look(personId: string): Effect.Effect<{
      readonly isSet: boolean
      readonly pause: Pause | null
      readonly passwordSinceMs: number
      readonly stepSinceMs: number
    }>
    /** Whether a person may withdraw at present as far as their passwords and second step go, before they are typed. */
    check(personId: string): Effect.Effect<void, NoWithdrawalPassword | WithdrawalsPaused>
    /** Whether this is it. Wrong ones are counted. */
    confirm(
      personId: string,
      password: string,
    ): Effect.Effect<void, NoWithdrawalPassword | WrongWithdrawalPassword | TooOften | Crowded>
  }
>()("core/wallet/WithdrawalPasswords") {
  static readonly layer = Layer.effect(
    WithdrawalPasswords,
    Effect.gen(function* () {
      const store = yield* EventStore
      const [read, write] = [yield* reader(WithdrawalPassword), yield* writer(WithdrawalPassword)]
      const [attempts, passwords] = [yield* Attempts, yield* Passwords]
      const [desk, steps, signIns] = [yield* PasswordDesk, yield* TwoSteps, yield* SignIns]

      /** The hash that a person's password was compared with. Counted before it is looked at: a thousand at once are no more. */
      const compare = Effect.fnUntraced(function* (personId: string, password: string) {
        const { hash } = yield* read(personId)
        if (hash === null) return yield* new NoWithdrawalPassword()
        const seconds = yield* attempts.count(WRONG_ONES, personId)
        if (seconds > 0) return yield* new TooOften({ seconds })
        if (!(yield* passwords.isRight(password, hash))) return yield* new WrongWithdrawalPassword()
        yield* attempts.forget(WRONG_ONES, personId)
        return hash
      })

      /** Proofs are commands of their own: the id that came belongs to what they are for. */
      const prove = Effect.fnUntraced(function* (
        personId: string,
        proof: { readonly mailCode: string } | { readonly stepCode: string },
      ) {
        const meta = { ...(yield* CurrentMeta), commandId: null }
        const proving: Effect.Effect<void, PasswordRefused> =
          "stepCode" in proof ? steps.pass(personId, proof.stepCode) : desk.confirm(personId, { code: proof.mailCode })
        yield* Effect.provideService(proving, CurrentMeta, meta)
      })

      const look = Effect.fn("WithdrawalPasswords.look")(function* (personId: string) {
        const { hash, frozenUntilMs, sinceMs } = yield* read(personId)
        const { stepSinceMs, ...changed } = yield* signIns.changes(personId)
        const pause = pauseOf({ frozenUntilMs, ...changed }, yield* Clock.currentTimeMillis)
        return { isSet: hash !== null, pause, passwordSinceMs: sinceMs, stepSinceMs }
      })

      return WithdrawalPasswords.of({
        set: Effect.fn("WithdrawalPasswords.set")(function* (personId, proof, next) {
          // Nothing of a password may stand in a receipt: whether it is the same is asked of what was kept.
          const said = ["set withdrawal password", personId]
          if ((yield* firstReceipt(store, said)) !== null) {
            yield* compare(personId, next).pipe(
              Effect.catchTag(["WrongWithdrawalPassword", "NoWithdrawalPassword"], () =>
                Effect.fail(new CommandReused()),
              ),
            )
            return
          }
          const { isSignIn } = yield* desk.checkSecond(personId, next)
          if (isSignIn) return yield* new SamePassword()
          const isChange = "password" in proof
          if (isChange && proof.password.normalize("NFKC") === next.normalize("NFKC")) return yield* new SamePassword()
          const present = isChange ? yield* compare(personId, proof.password) : null
          const passwordHash = yield* passwords.hash(next)
          if (!isChange) yield* prove(personId, proof)
          const chosen = { personId, passwordHash, nowMs: yield* Clock.currentTimeMillis }
          const decide = present === null ? chooseWithdrawalPassword(chosen) : changeWithdrawalPassword(present, chosen)
          yield* worded(said, (answerOf) =>
            write(personId, decide, answerOf).pipe(Effect.catchTag("StreamConflict", Effect.die)),
          )
        }),

        look,

        check: Effect.fn("WithdrawalPasswords.check")(function* (personId) {
          const { isSet, pause } = yield* look(personId)
          if (!isSet) return yield* new NoWithdrawalPassword()
          if (pause !== null) return yield* new WithdrawalsPaused(pause)
        }),

        confirm: Effect.fn("WithdrawalPasswords.confirm")(function* (personId, password) {
          yield* compare(personId, password)
        }),
      })
    }),
  )
}
