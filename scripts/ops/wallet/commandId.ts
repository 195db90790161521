import { Option } from "effect"
import { Flag } from "effect/cli"
import { isUuid } from "#core/kernel"
import { EXIT, Refused } from "../lib/exit.ts"

export const id = Flag.String("id").pipe(
  Flag.withDescription("The command's id, a UUID: a second time with the same one does nothing"),
  Flag.optional,
)

/** The id under which a command may come again; null where none was given. */
export const commandIdOf = (given: Option.Option<string>): string | null => {
  const commandId = Option.getOrNull(given)
  if (commandId !== null && !isUuid(commandId)) throw new Refused("--id takes a UUID.", EXIT.usage)
  return commandId
}
