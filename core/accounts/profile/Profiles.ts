import { Clock, Context, Effect, Layer, Result } from "effect"
import { dieOnConflict, jointWriter, withFreshCommandId, writer } from "#core/kernel"
import { Account } from "../Account.ts"
import { claim } from "../claims/Claim.ts"
import { SUGGESTED_CODE_LENGTH, SUGGESTED_CODE_PREFIX, SUGGESTED_CODES } from "../formRules.ts"
import { makeAccountAccess } from "../makeAccountAccess.ts"
import { readDisplayName, readUserCode, readUserName } from "../names/names.ts"
import { randomCode } from "../names/randomCode.ts"
import {
  type AlreadyUsed,
  type CodeChosen,
  NameChangedConcurrently,
  type NoAccount,
  type UnfitField,
} from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { chooseUserName, namePerson, type ProfileChange, setPreference, updateProfile } from "./changeProfile.ts"

/** Retries if the name changes concurrently. */
const NAME_CONFLICTS_MAX = 3

/** Names, profiles and preferences. Commands return the log position for read models to wait for. */
export class Profiles extends Context.Service<
  Profiles,
  {
    /** Suggests free user codes. */
    readonly suggest: Effect.Effect<ReadonlyArray<string>>
    /** Sets the display name and, once, the user code. */
    name(
      personId: string,
      names: { readonly displayName: string; readonly userCode: string },
    ): Effect.Effect<number, UnfitField | NoAccount | CodeChosen | AlreadyUsed>
    chooseUserName(personId: string, userName: string): Effect.Effect<number, UnfitField | NoAccount | AlreadyUsed>
    update(personId: string, change: ProfileChange): Effect.Effect<number, UnfitField | NoAccount>
    setPreference(personId: string, preferenceId: number, value: string): Effect.Effect<number, NoAccount>
  }
>()("core/accounts/Profiles") {
  static readonly layer = Layer.effect(
    Profiles,
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const { write, peek } = yield* makeAccountAccess
      const writeCode = yield* writer(claim("usercode"))
      const writeJointly = yield* jointWriter
      const userNameClaim = (name: string) => secrets.claimIdOf("username", name.toLowerCase())

      const isFree = (userCode: string) =>
        withFreshCommandId(writeCode(userCode, () => Result.succeed([]))).pipe(
          Effect.map(({ state }) => state?.ownerId === null),
          Effect.orDie,
        )

      const tryUserName = Effect.fnUntraced(function* (personId: string, userName: string) {
        const former = (yield* peek(personId)).userName
        const [id, formerId] = [userNameClaim(userName), former === null ? null : userNameClaim(former)]
        const isSame = id === formerId
        const nowMs = yield* Clock.currentTimeMillis
        const parts = {
          account: { aggregate: Account, id: personId },
          claim: { aggregate: claim("username"), id },
          // Without a former name this is an unused claim.
          former: { aggregate: claim("username"), id: isSame || formerId === null ? `none-${id}` : formerId },
        }
        type Facts = FactsOf<typeof chooseUserName>
        const { receipt } = yield* writeJointly(
          parts,
          ({ account, claim: taken }): Result.Result<Facts, NoAccount | AlreadyUsed | NameChangedConcurrently> =>
            account.userName === former
              ? chooseUserName({ personId, nowMs, userName, isSame })(account, taken)
              : Result.fail(new NameChangedConcurrently({})),
        )
        return receipt.position
      })

      return Profiles.of({
        suggest: Effect.gen(function* () {
          const codes = Array.from(
            { length: SUGGESTED_CODES },
            () => SUGGESTED_CODE_PREFIX + randomCode(SUGGESTED_CODE_LENGTH),
          )
          return yield* Effect.filter(codes, isFree)
        }),

        name: Effect.fn("Profiles.name")(function* (personId, names) {
          const displayName = yield* Effect.fromResult(readDisplayName(names.displayName))
          const { userCode: present } = yield* peek(personId)
          // The current code is accepted in any format: a fresh one begins with "Test".
          const userCode = names.userCode === present ? present : yield* Effect.fromResult(readUserCode(names.userCode))
          const nowMs = yield* Clock.currentTimeMillis
          const parts = {
            account: { aggregate: Account, id: personId },
            code: { aggregate: claim("usercode"), id: userCode },
          }
          const { receipt } = yield* writeJointly(parts, ({ account, code }) =>
            Result.map(namePerson({ personId, nowMs, displayName, userCode })(account, code), (facts) => ({
              account: facts.account,
              code: facts.claim,
            })),
          ).pipe(dieOnConflict)
          return receipt.position
        }),

        chooseUserName: Effect.fn("Profiles.chooseUserName")(function* (personId, text) {
          const userName = yield* Effect.fromResult(readUserName(text))
          return yield* Effect.retry(tryUserName(personId, userName), {
            while: (refused) => refused instanceof NameChangedConcurrently,
            times: NAME_CONFLICTS_MAX,
          }).pipe(Effect.catchTags({ NameChangedConcurrently: Effect.die, StreamConflict: Effect.die }))
        }),

        update: Effect.fn("Profiles.update")(function* (personId, { displayName, ...change }) {
          const name = displayName === undefined ? undefined : yield* Effect.fromResult(readDisplayName(displayName))
          const nowMs = yield* Clock.currentTimeMillis
          const decide = updateProfile({
            personId,
            nowMs,
            ...change,
            ...(name === undefined ? {} : { displayName: name }),
          })
          const { receipt } = yield* write(personId, decide).pipe(dieOnConflict)
          return receipt.position
        }),

        setPreference: Effect.fn("Profiles.setPreference")(function* (personId, preferenceId, value) {
          const nowMs = yield* Clock.currentTimeMillis
          const decide = setPreference({ personId, nowMs, preferenceId, value })
          const { receipt } = yield* write(personId, decide).pipe(dieOnConflict)
          return receipt.position
        }),
      })
    }),
  )
}

/** The events of a decision about several aggregates. */
type FactsOf<Decision extends (...given: never) => (...states: never) => Result.Result<unknown, unknown>> =
  ReturnType<ReturnType<Decision>> extends Result.Result<infer Facts, unknown> ? Facts : never
