import { Effect, Result } from "effect"
import { currentTimeIso, dieOnConflict, jointWriter, reader, withFreshCommandId, writer } from "#core/kernel"
import { AppPasswordBook } from "../appPasswords/AppPasswordBook.ts"
import { AppPasswordRevoked } from "../appPasswords/events.ts"
import { claim } from "../claims/Claim.ts"
import { Identities } from "../external/Identities.ts"
import { unlinkIdentity } from "../external/linkIdentity.ts"
import { PasskeyRemoved } from "../passkeys/events.ts"
import { PasskeyRing } from "../passkeys/PasskeyRing.ts"

/**
 * Removes every way to sign in except the password: passkeys, app passwords and linked identities. For a password reset
 * after someone else had access to the account. The second step stays.
 */
export const makeOtherSignInRemover = Effect.gen(function* () {
  const [writeKeys, writeApps, write] = [yield* writer(PasskeyRing), yield* writer(AppPasswordBook), yield* jointWriter]
  const readIdentities = yield* reader(Identities)
  return Effect.fnUntraced(
    function* (personId: string) {
      const nowIso = yield* currentTimeIso
      yield* writeKeys(personId, (passkeys) =>
        Result.succeed(
          passkeys.map(({ passkeyId }) => PasskeyRemoved.make({ personId, passkeyId, removedAt: nowIso })),
        ),
      )
      yield* writeApps(personId, (entries) =>
        Result.succeed(
          entries.map(({ passwordId }) => AppPasswordRevoked.make({ personId, passwordId, revokedAt: nowIso })),
        ),
      )
      for (const { identityId } of yield* readIdentities(personId)) {
        const parts = {
          identities: { aggregate: Identities, id: personId },
          claim: { aggregate: claim("identity"), id: identityId },
        }
        yield* write(parts, unlinkIdentity({ personId, identityId, nowIso })).pipe(
          Effect.catchTag("ThirdPartyRefused", () => Effect.void),
        )
      }
    },
    dieOnConflict,
    withFreshCommandId,
  )
})
