import { Clock, Context, Effect, Layer, Result } from "effect"
import { AppConfig, dieOnConflict, jointWriter, sourceOf, uuidv7, withFreshCommandId } from "#core/kernel"
import { Account } from "../Account.ts"
import { claim } from "../claims/Claim.ts"
import { constantTime } from "../constantTime.ts"
import type { AccountEvent, ClaimEvent, InviteEvent } from "../events.ts"
import { FRESH_CODE_LENGTH, FRESH_CODE_PREFIX } from "../formRules.ts"
import { Invite, takeInvite } from "../invites/Invite.ts"
import { Invites } from "../invites/Invites.ts"
import { makeAccountAccess } from "../makeAccountAccess.ts"
import { randomCode, readBase32 } from "../names/randomCode.ts"
import { checkPassword } from "../passwords/checkPassword.ts"
import { PasswordHasher } from "../passwords/PasswordHasher.ts"
import { type Overloaded, TooOften, UnfitField } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { Attempts, MAILS, SIGN_UPS } from "../sessions/Attempts.ts"
import { type AddressInUse, openAccount, repeatSignUp, type UserCodeCollision } from "./openAccount.ts"

/** Retries if a random user code is taken. */
const CODES_TRIED_MAX = 3

export type SignUp = {
  /** Normalised by readEmail. */
  readonly email: string
  readonly password: string
  /** As typed; undefined without an invitation. */
  readonly inviteCode: string | undefined
  /** The language of the mails. */
  readonly locale: string
  /** Client address, for rate limits. */
  readonly address: string
}

type Facts = {
  readonly account: ReadonlyArray<AccountEvent>
  readonly email: ReadonlyArray<ClaimEvent>
  readonly userCode: ReadonlyArray<ClaimEvent>
  readonly invite: ReadonlyArray<InviteEvent>
}

/** Opens accounts. */
export class SignUps extends Context.Service<
  SignUps,
  {
    /** Fails if the invitation is invalid, or missing although this installation requires one. */
    checkInvite(inviteCode: string | undefined): Effect.Effect<void, UnfitField>
    /** Opens an account with an unverified address. The response is the same for an existing account. */
    signUp(request: SignUp): Effect.Effect<void, UnfitField | TooOften | Overloaded>
  }
>()("core/accounts/SignUps") {
  static readonly layer = Layer.effect(
    SignUps,
    Effect.gen(function* () {
      const { signUp: mode } = yield* AppConfig
      const secrets = yield* Secrets
      const accounts = yield* makeAccountAccess
      const hasher = yield* PasswordHasher
      const attempts = yield* Attempts
      const invites = yield* Invites
      const writeJointly = yield* jointWriter

      const checkInvite = Effect.fn("SignUps.checkInvite")(function* (inviteCode: string | undefined) {
        if (inviteCode === undefined && mode === "open") return
        if (inviteCode === undefined) return yield* new UnfitField({ field: "inviteCode", problem: "invite.needed" })
        if (!(yield* invites.isOpen(inviteCode)))
          return yield* new UnfitField({ field: "inviteCode", problem: "invite" })
      })

      /** Opens an account; returns the owner of the address if it is taken, else null. */
      const open = Effect.fnUntraced(function* ({ email, inviteCode, locale }: SignUp, passwordHash: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const personId = uuidv7(nowMs)
        const userCode = FRESH_CODE_PREFIX + randomCode(FRESH_CODE_LENGTH)
        const invite = inviteCode === undefined ? null : readBase32(inviteCode)
        const fresh = { personId, userCode, email, passwordHash, locale, codeId: uuidv7(nowMs), nowMs }
        const parts = {
          account: { aggregate: Account, id: personId },
          email: { aggregate: claim("email"), id: secrets.claimIdOf("email", email) },
          userCode: { aggregate: claim("usercode"), id: userCode },
          // Without an invitation this is an unused stream, which gets no events.
          invite: { aggregate: Invite, id: secrets.inviteStreamOf(invite ?? personId) },
        }
        type Refusal = UnfitField | AddressInUse | UserCodeCollision
        const written = writeJointly(parts, (states): Result.Result<Facts, Refusal> => {
          const used = invite === null ? Result.succeed([]) : takeInvite({ personId, nowMs })(states.invite)
          if (Result.isFailure(used)) return Result.fail(used.failure)
          const inviteId = states.invite.status === "open" ? states.invite.inviteId : null
          const opened = openAccount({ ...fresh, invite: inviteId })(states.email, states.userCode)
          return Result.map(opened, ({ account, claim: claimed }) => ({
            account,
            email: claimed,
            userCode: claimed,
            invite: used.success,
          }))
        })
        return yield* written.pipe(
          Effect.as(null),
          Effect.catchTag("AddressInUse", ({ personId: owner }) => Effect.succeed(owner)),
        )
      })

      const repeat = Effect.fnUntraced(function* (owner: string, { password, locale }: SignUp) {
        const nowMs = yield* Clock.currentTimeMillis
        const { passwordHash } = yield* accounts.peek(owner)
        const isSamePassword = yield* hasher.isRight(password, passwordHash)
        const again = { personId: owner, locale, codeId: uuidv7(nowMs), nowMs, isSamePassword }
        yield* accounts.write(owner, (state) => Result.succeed(repeatSignUp(again)(state)))
      })

      return SignUps.of({
        checkInvite,
        signUp: Effect.fn("SignUps.signUp")(function* (input) {
          const { email, password, inviteCode, address } = input
          yield* checkPassword(password, { field: "password", email })
          yield* checkInvite(inviteCode)
          const seconds = (yield* attempts.count(SIGN_UPS, sourceOf(address))) || (yield* attempts.count(MAILS, email))
          if (seconds > 0) return yield* new TooOften({ seconds })
          yield* Effect.gen(function* () {
            const passwordHash = yield* hasher.hash(password)
            const owner = yield* Effect.retry(open(input, passwordHash), {
              while: (refused: { readonly _tag: string }) => refused._tag === "UserCodeCollision",
              times: CODES_TRIED_MAX,
            }).pipe(Effect.catchTags({ UserCodeCollision: Effect.die, StreamConflict: Effect.die }))
            // Takes the same time as for a known address, where the password is verified too.
            if (owner === null) yield* hasher.isRight(password, null)
            else yield* repeat(owner, input).pipe(dieOnConflict)
          }).pipe(withFreshCommandId, constantTime)
        }),
      })
    }),
  )
}
