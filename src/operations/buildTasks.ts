import { Effect } from "effect"
import { Sealing, Sql, type SqlClient } from "#core/kernel"
import {
  decodeEvent,
  dropBuild,
  findLive,
  type Projection,
  rebuild,
  requireEqual,
  switchTo,
  verify,
} from "#projections/runner"
import { projections } from "../../projections/registry.ts"

/** A change of the builds of a read model. Each can be repeated after a crash. */
export type BuildTask = {
  readonly kind: "rebuild" | "verify" | "switch" | "drop"
  readonly projection: string
  /** The build that it is about; null for a rebuild, which makes one. */
  readonly build: number | null
  /** Only for a switch: refuse a build that differs from the live one. */
  readonly mustBeEqual: boolean
}

/** Refusals of the runner, such as a build that is not current. Other errors are defects. */
export class BuildTaskRefused extends Error {
  readonly _tag: string
  constructor(tag: string) {
    super(`the builds were not changed: ${tag}`)
    this._tag = tag
  }
}
const REFUSALS = new Set(["CannotSwitch", "CannotDrop", "Busy", "TooManyFaults", "BuildsDiffer"])

const find = (name: string): Projection => {
  const found = projections.find((each) => each.name === name)
  if (found === undefined) throw new Error(`No projection is called ${name}.`)
  return found
}

/** Carries out a task on a database whose tables this process owns. */
export const runBuildTask = Effect.fn("runBuildTask")(function* (task: BuildTask) {
  const [{ client: sql }, sealing] = [yield* Sql, yield* Sealing]
  const decode = (of: Projection, event: Parameters<typeof decodeEvent>[2]) => decodeEvent(of, sealing, event)
  yield* Effect.tryPromise({ try: () => change(sql, task, decode), catch: (error) => error }).pipe(
    Effect.catch((error) =>
      error instanceof Error && REFUSALS.has(error.name)
        ? Effect.fail(new BuildTaskRefused(error.name))
        : Effect.die(error),
    ),
  )
})

const change = async (
  sql: SqlClient,
  { kind, projection, build, mustBeEqual }: BuildTask,
  decode: Parameters<typeof rebuild>[2]["decode"],
): Promise<void> => {
  const [found, live, number] = [find(projection), await findLive(sql, projection), build ?? 0]
  switch (kind) {
    case "rebuild":
      await rebuild(sql, found, { decode })
      return
    case "verify":
      if (!(await verify(sql, found, [live?.build ?? 0, number])).equal) throw new BuildsDiffer()
      return
    case "switch":
      if (mustBeEqual && live !== null) await requireEqual(sql, found, live, number)
      return switchTo(sql, found, number)
    case "drop":
      return dropBuild(sql, projection, number)
  }
}

class BuildsDiffer extends Error {
  override readonly name = "BuildsDiffer"
}
