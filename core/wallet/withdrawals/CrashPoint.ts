import { Context, Effect } from "effect"

/** Between any two things that a step does, for tests that end it there: `built`, `signed`, `broadcast`, … */
export const CrashPoint = Context.Reference<(done: string) => Effect.Effect<void>>("core/wallet/CrashPoint", {
  defaultValue: () => () => Effect.void,
})
