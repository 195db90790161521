import { Flag } from "effect/cli"

/** Executes the command; without it only the plan is printed. */
export const yes = Flag.Boolean("yes").pipe(
  Flag.withAlias("y"),
  Flag.withDescription("Execute the plan. Without it the plan is only printed (exit code 3)"),
  Flag.withDefault(false),
)

/** Prints one JSON document to standard output and everything else to standard error. */
export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print one JSON document on standard output, everything else on standard error"),
  Flag.withDefault(false),
)

export const all = Flag.Boolean("all").pipe(Flag.withDescription("All of them"), Flag.withDefault(false))

export const reason = Flag.String("reason").pipe(Flag.withDescription("Why; it is recorded"), Flag.withDefault(""))
