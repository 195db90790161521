import { Effect } from "effect"
import { CurrentMeta } from "#core/kernel"
import { operatorName } from "../lib/plan.ts"

/** A command of whoever runs this. @param commandId where it may come again under the same id */
export const asOperatorWith =
  (commandId: string | null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, CurrentMeta, {
      actor: operatorName(),
      commandId,
      correlationId: null,
      causationId: null,
    })

/** A command of whoever runs this, once. */
export const asOperator = asOperatorWith(null)
