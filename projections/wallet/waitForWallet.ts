import { Effect } from "effect"
import { waitFor } from "#projections/runner"

/** Waits until balances and statements have passed a person's own command, so that they see what they just did. */
export const waitForWallet = Effect.fn("waitForWallet")(function* (position: number) {
  yield* Effect.all([waitFor("balances", position), waitFor("wallet", position)], { concurrency: 2, discard: true })
})
