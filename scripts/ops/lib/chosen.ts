import type { Projection } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import { EXIT, Refused } from "./exit.ts"

/** The projections that a command means: those named, or all of them with `--all`. */
export const chosen = (names: ReadonlyArray<string>, all: boolean): ReadonlyArray<Projection> => {
  if (all) return projections
  const known = projections.map(({ name }) => name).join(", ")
  if (names.length === 0) throw new Refused(`Name projections (${known}) or say --all.`, EXIT.usage)
  return names.map((name) => {
    const projection = projections.find((each) => each.name === name)
    if (projection === undefined) throw new Refused(`There is no projection "${name}". There are ${known}.`, EXIT.usage)
    return projection
  })
}
