import { Context, Effect } from "effect"

/** Hook between any two effects of a run, used by tests to end a worker there: `built`, `signed`, `broadcast`, … */
export const CrashPoint = Context.Reference<(done: string) => Effect.Effect<void>>("core/wallet/CrashPoint", {
  defaultValue: () => () => Effect.void,
})
