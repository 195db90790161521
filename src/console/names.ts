import { Effect } from "effect"
import { Operators } from "#core/operators"
import type { ConsoleText } from "./texts/index.ts"

/** Names of all operators by id, for lists. */
export const operatorNames = Effect.map(
  Operators.use(({ list }) => list),
  (all): ReadonlyMap<string, string> => new Map(all.map(({ operatorId, name }) => [operatorId, name])),
)

/** The name of an actor such as `operator:<id>`; one of the command line is the name of the machine's user. */
export const actorName = (t: ConsoleText, names: ReadonlyMap<string, string>, actor: string): string => {
  const id = actor.replace(/^operator:/, "")
  if (id === actor) return actor
  return names.get(id) ?? t("audit.machine", { name: id })
}
