import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { CurrentMeta, isUuid } from "#core/kernel"
import { EXIT, Refused } from "../lib/exit.ts"
import { operatorName } from "../lib/plan.ts"

/**
 * Runs a command as the operator.
 * @param commandId makes repeated runs with the same id have no further effect; null for none
 */
export const asOperatorWith =
  (commandId: string | null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, CurrentMeta, {
      actor: operatorName(),
      commandId,
      correlationId: null,
      causationId: null,
    })

/** Runs a command as the operator, once. */
export const asOperator = asOperatorWith(null)

export const id = Flag.String("id").pipe(
  Flag.withDescription("Command id, a UUID: a second run with the same id has no effect"),
  Flag.optional,
)

/** The value of `--id`, or null. */
export const commandIdOf = (value: Option.Option<string>): string | null => {
  const commandId = Option.getOrNull(value)
  if (commandId !== null && !isUuid(commandId)) throw new Refused("--id takes a UUID.", EXIT.usage)
  return commandId
}
