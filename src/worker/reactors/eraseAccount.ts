import { Effect } from "effect"
import { AccountDeletion } from "#core/accounts"
import type { Reactor } from "#projections/runner"

/**
 * Drops the key and the rows of every person who deleted their account. A reactor, because a process killed between the
 * event and the erasure would otherwise leave an unreadable person that still counts.
 */
export const eraseAccountReactor = Effect.gen(function* () {
  const deletion = yield* AccountDeletion
  const services = yield* Effect.context<never>()
  return {
    name: "erase_account",
    types: ["accounts.AccountDeleted.v1"],
    from: "beginning",
    react: async ({ data }) => {
      // The sealed fields are not needed: the open fields contain the person's id.
      const { personId } = data as { readonly personId: string }
      await Effect.runPromiseWith(services)(deletion.erase(personId))
    },
  } satisfies Reactor
})
