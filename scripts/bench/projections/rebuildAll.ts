import { connect } from "#core/kernel"
import { type Projection, rebuild, rebuildTogether } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import type { BenchContext } from "../lib/Bench.ts"
import { interleaved } from "../lib/interleaved.ts"
import { seedProduct } from "./seedProduct.ts"

/**
 * Compares the seconds of rebuilding every read model of the product in one pass over the log with those of the slowest one
 * alone, on the log of a library.
 */
export const rebuildAll = async ({ database, log, defer }: BenchContext, items: number) => {
  const sql = connect(await database(), { connectionsMax: 5 })
  defer(() => sql.end())
  log(`writing the log of a library with ${items} items`)
  const events = await seedProduct(sql, items)
  const options = { decode }

  const seconds = async (work: () => Promise<unknown>) => {
    const startedMs = performance.now()
    await work()
    return (performance.now() - startedMs) / 1000
  }
  const together = async (some: ReadonlyArray<Projection>) => {
    for (const outcome of await rebuildTogether(sql, some, options)) {
      if ("error" in outcome) throw outcome.error
      if (outcome.rebuilt.faults > 0) throw new Error(`${outcome.projection.name} cannot fold its log`)
    }
  }
  const alone = (projection: Projection) => rebuild(sql, projection, options)

  log(`rebuilding ${projections.length} read models one after another from ${events} events`)
  await together(projections)
  const singles: Array<{ readonly projection: Projection; readonly took: number }> = []
  for (const projection of projections) singles.push({ projection, took: await seconds(() => alone(projection)) })
  const [slowest, second] = singles.sort((one, other) => other.took - one.took)
  if (slowest === undefined || second === undefined) throw new Error("there are no read models")
  const sum = singles.reduce((total, { took }) => total + took, 0)
  log(`the slowest is ${slowest.projection.name}: ${slowest.took.toFixed(1)} s of ${sum.toFixed(1)} s`)
  const rest = projections.filter((each) => each !== slowest.projection)
  const restTook = await seconds(() => together(rest))
  const rounds = await interleaved(
    {
      rebuild_all_s: () => seconds(() => together(projections)),
      rebuild_slowest_single_s: () => seconds(() => alone(slowest.projection)),
    },
    { log },
  )
  return {
    ratios: {
      rebuild_all_vs_slowest_single: rounds.ratio("rebuild_all_s", "rebuild_slowest_single_s"),
      rebuild_all_vs_one_after_another: rounds.median("rebuild_all_s") / sum,
      // Once each: how much one pass saves where no read model is far slower than the others.
      rebuild_rest_vs_slowest_of_rest: restTook / second.took,
    },
    absolute: {
      rebuild_all_s: rounds.median("rebuild_all_s"),
      rebuild_slowest_single_s: rounds.median("rebuild_slowest_single_s"),
      rebuild_one_after_another_s: sum,
      rebuild_all_events: events,
    },
  }
}

const decode = (of: Projection, { type, data }: { readonly type: string; readonly data: unknown }) =>
  of.familyOf(type)?.decodeSync(type, data) ?? { _tag: type }
