import type { Projection } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import { EXIT, Refused } from "./exit.ts"

/** The projections that a command means: those named, each once, or all of them with `--all`. */
export const chosen = (names: ReadonlyArray<string>, all: boolean): ReadonlyArray<Projection> => {
  if (all && names.length > 0) throw new Refused("Name projections or say --all, not both.", EXIT.usage)
  if (all) return projections
  if (names.length === 0) throw new Refused(`Name projections (${known}) or say --all.`, EXIT.usage)
  return [...new Set(names)].map(chosenOne)
}

/** The projection of that name. */
export const chosenOne = (name: string): Projection => {
  const projection = projections.find((each) => each.name === name)
  if (projection === undefined) throw new Refused(`There is no projection "${name}". There are ${known}.`, EXIT.usage)
  return projection
}

const known = projections.map(({ name }) => name).join(", ")
