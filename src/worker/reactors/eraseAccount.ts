import { Effect } from "effect"
import { AccountDeletion } from "#core/accounts"
import type { Reactor } from "#projections/runner"

/**
 * Drops the key of every person whose account was deleted, and the rows that are theirs. After the fact, because anyone who is
 * killed between the two would otherwise leave a person that nobody can read and that still counts.
 */
export const eraseAccountReactor = Effect.gen(function* () {
  const deletion = yield* AccountDeletion
  const services = yield* Effect.context<never>()
  return {
    name: "erase_account",
    types: ["accounts.AccountDeleted.v1"],
    from: "beginning",
    react: async ({ data }) => {
      // What is sealed in it is of no use here: the open fields name the person.
      const { personId } = data as { readonly personId: string }
      await Effect.runPromiseWith(services)(deletion.erase(personId))
    },
  } satisfies Reactor
})
