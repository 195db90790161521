import { Effect, Result } from "effect"
import { withFreshCommandId, writer } from "#core/kernel"
import { Account, type AccountState } from "./Account.ts"
import { claim } from "./claims/Claim.ts"
import type { AccountEvent } from "./events.ts"
import { WrongCode } from "./refusals.ts"
import { Secrets } from "./Secrets.ts"

/** Proof of access to a mailbox: the token of a mailed link, or the address and the digits. */
export type Proof = { readonly token: string } | { readonly email: string; readonly code: string }

/** Reads and writes accounts, for the services of this module. */
export const makeAccountAccess = Effect.gen(function* () {
  const secrets = yield* Secrets
  const write = yield* writer(Account)
  const writeEmail = yield* writer(claim("email"))
  const view = () => Result.succeed([])

  /** The current state of an account. Takes the same time for unknown ids. */
  const peek = (personId: string): Effect.Effect<AccountState> =>
    withFreshCommandId(write(personId, view)).pipe(
      Effect.map(({ state }) => state ?? Account.initial),
      Effect.orDie,
    )

  /** The owner of a normalised email address, or null. */
  const ownerOf = (email: string): Effect.Effect<string | null> =>
    withFreshCommandId(writeEmail(secrets.claimIdOf("email", email), view)).pipe(
      Effect.map(({ state }) => state?.ownerId ?? null),
      Effect.orDie,
    )

  /** The person of a proof, and how to match its code; null if it is invalid. */
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

  /** Executes a decision by code, or fails with WrongCode; wrong digits are recorded. Never answered from a receipt. */
  const byCode = Effect.fnUntraced(function* (
    personId: string,
    decide: (state: AccountState) => Result.Result<ReadonlyArray<AccountEvent>, never>,
  ) {
    const { events, receipt } = yield* withFreshCommandId(write(personId, decide)).pipe(
      // Concurrent attempts are guesses: the owner sends the right digits once.
      Effect.catchTag("StreamConflict", () => Effect.fail(new WrongCode({}))),
    )
    if (!events.some(({ _tag }) => _tag === "accounts.CodeUsed.v1")) return yield* new WrongCode({})
    return receipt.position
  })

  return { write, peek, ownerOf, readProof, byCode }
})
