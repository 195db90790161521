import { Effect, Result } from "effect"
import { withFreshCommandId, writer } from "#core/kernel"
import { Account, type AccountState } from "./Account.ts"
import { claim } from "./claims/Claim.ts"
import type { AccountEvent } from "./events.ts"
import { WrongCode } from "./refusals.ts"
import { Secrets } from "./Secrets.ts"

/** How somebody proves that a mail reached them: by the link in it, or by the address and the digits. */
export type Proof = { readonly token: string } | { readonly email: string; readonly code: string }

/** What the services of this module do with accounts; resolved once for each. */
export const makeAccountAccess = Effect.gen(function* () {
  const secrets = yield* Secrets
  const write = yield* writer(Account)
  const writeEmail = yield* writer(claim("email"))
  const look = () => Result.succeed([])

  /** An account as it is now. Somebody without one is looked at just as long. */
  const peek = (personId: string): Effect.Effect<AccountState> =>
    withFreshCommandId(write(personId, look)).pipe(
      Effect.map(({ state }) => state ?? Account.initial),
      Effect.orDie,
    )

  /** Whose an address is, in its one spelling; null where it is nobody's. */
  const ownerOf = (email: string): Effect.Effect<string | null> =>
    withFreshCommandId(writeEmail(secrets.claimIdOf("email", email), look)).pipe(
      Effect.map(({ state }) => state?.ownerId ?? null),
      Effect.orDie,
    )

  /** Whom a proof speaks of, and how the code is recognised. */
  const readProof = Effect.fnUntraced(function* (proof: Proof) {
    if ("token" in proof) {
      const link = secrets.readLinkToken(proof.token)
      if (link === null) return null
      return { personId: link.personId, matches: (codeId: string) => codeId === link.codeId, isLink: true }
    }
    const personId = yield* ownerOf(proof.email)
    const { code } = proof
    if (personId === null) return null
    return { personId, matches: (codeId: string) => secrets.isDigitsOf(codeId, code), isLink: false }
  })

  /** Carries out what a code is for, or refuses; wrong digits are counted in either case. Never answered from a receipt. */
  const byCode = Effect.fnUntraced(function* (
    personId: string,
    decide: (state: AccountState) => Result.Result<ReadonlyArray<AccountEvent>, never>,
  ) {
    const { events, receipt } = yield* withFreshCommandId(write(personId, decide)).pipe(
      // Many at once are wrong ones: anyone who has the right digits gives them once.
      Effect.catchTag("StreamConflict", () => Effect.fail(new WrongCode({}))),
    )
    if (!events.some(({ _tag }) => _tag === "accounts.CodeUsed.v1")) return yield* new WrongCode({})
    return receipt.position
  })

  return { write, peek, ownerOf, readProof, byCode }
})
