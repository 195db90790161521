import type { SqlClient } from "#core/kernel"
import { type Projection, type ReactorStatus, reactorStatus } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import { EXIT, Refused } from "./exit.ts"

/** Returns the projections that a command names, without duplicates, or all of them with `--all`. */
export const chooseProjections = (names: ReadonlyArray<string>, all: boolean): ReadonlyArray<Projection> => {
  if (all && names.length > 0) throw new Refused("Name projections or use --all, not both.", EXIT.usage)
  if (all) return projections
  if (names.length === 0) throw new Refused(`Name projections (${known}) or use --all.`, EXIT.usage)
  return [...new Set(names)].map(findProjection)
}

/** Returns the projection with this name. */
export const findProjection = (name: string): Projection => {
  const projection = projections.find((each) => each.name === name)
  if (projection === undefined) throw new Refused(`There is no projection "${name}". There are ${known}.`, EXIT.usage)
  return projection
}

const known = projections.map(({ name }) => name).join(", ")

/** Subscribers of the log: projections by name, and the reactors. */
interface Consumers {
  readonly projections: ReadonlyArray<string>
  readonly reactors: ReadonlyArray<ReactorStatus>
}

/** Returns the projections and reactors that a command names, or all of them with `--all`. */
export const chooseConsumers = async (
  sql: SqlClient,
  names: ReadonlyArray<string>,
  all: boolean,
): Promise<Consumers> => {
  const reactors = await reactorStatus(sql)
  const known = [...projections, ...reactors].map(({ name }) => name)
  if (all && names.length > 0) throw new Refused("Name projections and reactors or use --all, not both.", EXIT.usage)
  if (!all && names.length === 0)
    throw new Refused(`Name projections or reactors (${known.join(", ")}) or use --all.`, EXIT.usage)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new Refused(`There is no projection or reactor "${unknown}". There are ${known.join(", ")}.`, EXIT.usage)
  }
  const isMeant = ({ name }: { readonly name: string }) => all || names.includes(name)
  return { projections: projections.filter(isMeant).map(({ name }) => name), reactors: reactors.filter(isMeant) }
}
