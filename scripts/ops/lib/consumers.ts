import type { SqlClient } from "#core/kernel"
import { type ReactorStatus, reactorStatus } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import { EXIT, Refused } from "./exit.ts"

/** What follows the log: projections by name, and reactors as they stand. */
export interface Consumers {
  readonly projections: ReadonlyArray<string>
  readonly reactors: ReadonlyArray<ReactorStatus>
}

/** The projections and reactors that a command means: those named, or all of them with `--all`. */
export const chosenConsumers = async (
  sql: SqlClient,
  names: ReadonlyArray<string>,
  all: boolean,
): Promise<Consumers> => {
  const reactors = await reactorStatus(sql)
  const known = [...projections, ...reactors].map(({ name }) => name)
  if (all && names.length > 0) throw new Refused("Name projections and reactors or say --all, not both.", EXIT.usage)
  if (!all && names.length === 0)
    throw new Refused(`Name projections or reactors (${known.join(", ")}) or say --all.`, EXIT.usage)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new Refused(`There is no projection or reactor "${unknown}". There are ${known.join(", ")}.`, EXIT.usage)
  }
  const isMeant = ({ name }: { readonly name: string }) => all || names.includes(name)
  return { projections: projections.filter(isMeant).map(({ name }) => name), reactors: reactors.filter(isMeant) }
}
