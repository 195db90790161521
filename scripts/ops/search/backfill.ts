import { Command, Flag } from "effect/cli"
import { fillCopy, followLog, listCopies } from "#projections/library"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { Progress } from "../lib/progress.ts"
import { withCluster } from "./cluster.ts"

const SHARDS_MAX = 64
const shards = Flag.Int("shards").pipe(
  Flag.withDescription("Number of shards of the index, about one per 30 GB"),
  Flag.withDefault(1),
)

/** Copies all searchable data into a new index of the cluster, or continues an unfinished copy. */
export const backfill = Command.make("backfill", { shards, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    withCluster(session, async ({ cluster, url, prefix }) => {
      if (flags.shards < 1 || flags.shards > SHARDS_MAX)
        throw new Refused(`--shards takes 1 to ${SHARDS_MAX}.`, EXIT.usage)
      const { sql } = session
      const unfinished = (await listCopies(sql)).find(({ status }) => status === "filling")
      const [row] = await sql<Array<{ count: number }>>`select count(*) as count from read.search_item`
      const step =
        unfinished === undefined
          ? `copy ${row?.count} items into a new index of ${url}`
          : `go on with ${unfinished.name} in ${url}, which was begun`
      await runPlan({ yes: flags.yes, output, steps: [step] }, async () => {
        const progress = new Progress("searchable items", "items")
        const began = performance.now()
        const onProgress = (sent: number, total: number) => progress.show(sent, total, sent)
        const copy = await fillCopy(sql, cluster, { prefix, shards: flags.shards, onProgress })
        // Events recorded during the copy; a worker continues from here.
        while ((await followLog(sql, cluster)).moved);
        progress.end()
        const seconds = Math.round((performance.now() - began) / 1000)
        output.say(`${copy} has ${row?.count} items after ${seconds} s. Next: search verify, then search switch.`)
        return { copy, items: row?.count, seconds }
      })
    }),
  ),
).pipe(Command.withDescription("Copy all searchable data to the search cluster"))
