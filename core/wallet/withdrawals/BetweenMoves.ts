import { Context, Effect } from "effect"

/** Between any two things that a step does, for tests that end it there: `built`, `signed`, `broadcast`, … */
export const BetweenMoves = Context.Reference<(done: string) => Effect.Effect<void>>("core/wallet/BetweenMoves", {
  defaultValue: () => () => Effect.void,
})
