import { Effect } from "effect"
import { type Aggregate, cachedReader } from "#core/kernel"
import { Account, type AccountState } from "../Account.ts"
import { claim } from "../claims/Claim.ts"
import type { AccountEvent } from "../events.ts"
import { Secrets } from "../Secrets.ts"
import type { TwoStepEvent } from "../twoStep/events.ts"
import { TwoStep } from "../twoStep/TwoStep.ts"

/** The part of an account that sign-ins need; cached in memory. */
type AccountCredentials = Pick<AccountState, "status" | "passwordHash" | "locale">
const lockOf = ({ status, passwordHash, locale }: AccountState): AccountCredentials => ({
  status,
  passwordHash,
  locale,
})
const AccountCredentialsView: Aggregate<AccountCredentials, AccountEvent> = {
  category: Account.category,
  events: Account.events,
  initial: lockOf(Account.initial),
  evolve: (lock, event) => lockOf(Account.evolve({ ...Account.initial, ...lock }, event)),
}

type SecondStepState = { readonly isOn: boolean }
const SecondStepView: Aggregate<SecondStepState, TwoStepEvent> = {
  category: TwoStep.category,
  events: TwoStep.events,
  initial: { isOn: false },
  evolve: ({ isOn }, event) => ({ isOn: TwoStep.evolve({ ...TwoStep.initial, isOn }, event).isOn }),
}

/** Current credentials of a person. */
export type Credentials = AccountCredentials & { readonly personId: string | null; readonly hasSecondStep: boolean }

/** An id without an account, so that lookups of unknown addresses take the same time. */
export const NOBODY = "00000000-0000-0000-0000-000000000000"

/** Reads credentials from a cache. One query checks the versions of the cached states. */
export const makeCredentialReader = Effect.gen(function* () {
  const secrets = yield* Secrets
  const cached = yield* cachedReader
  const [claimOf, lockOf, stepOf] = [
    cached.of(claim("email")),
    cached.of(AccountCredentialsView),
    cached.of(SecondStepView),
  ]

  const ofPerson = (personId: string) =>
    Effect.map(cached.read([lockOf(personId), stepOf(personId)], 0), ([lock, { isOn }]) => ({
      ...lock,
      hasSecondStep: isOn,
    }))

  return {
    /** Credentials of the owner of a normalised email address. */
    byEmail: Effect.fnUntraced(function* (email: string): Effect.fn.Return<Credentials> {
      const claimed = claimOf(secrets.claimIdOf("email", email))
      // Read together with the cached owner, who is nearly always still the owner.
      const guess = cached.known(claimed)?.ownerId ?? NOBODY
      const [{ ownerId }, lock, { isOn }] = yield* cached.read([claimed, lockOf(guess), stepOf(guess)], 0)
      const isGuessed = guess === (ownerId ?? NOBODY)
      return {
        personId: ownerId,
        ...(isGuessed ? { ...lock, hasSecondStep: isOn } : yield* ofPerson(ownerId ?? NOBODY)),
      }
    }),
    hasSecondStep: (personId: string): Effect.Effect<boolean> =>
      Effect.map(cached.read([stepOf(personId)], 0), ([{ isOn }]) => isOn),
  }
})
