import { Context, Effect } from "effect"

/** The member accounts that belong to an operator: nobody reviews themselves. */
export type LinkedAccountsPort = { readonly of: (by: string) => Effect.Effect<ReadonlyArray<string>> }

/** Operators of the command line have no linked accounts; the console provides them. */
export const LinkedAccounts = Context.Reference<LinkedAccountsPort>("core/identity/LinkedAccounts", {
  defaultValue: () => ({ of: () => Effect.succeed([]) }),
})
