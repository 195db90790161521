import { Effect } from "effect"
import { PollSchedule } from "#core/feeds"
import { Sql } from "#core/kernel"
import { makeOperation } from "#core/operations"
import { cannotPlan, step } from "./parts.ts"

const refresh = makeOperation({
  name: "feeds.refresh",
  permission: "feeds.operate",
  approvals: 1,
  parameters: { feed: { kind: "text", lengthMax: 40 } },
  plan: ({ feed }) =>
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [found] = yield* Effect.promise(
        () => sql<Array<{ title: string }>>`select title from read.feed where feed_id = ${feed}`,
      )
      if (found === undefined) return yield* Effect.fail(cannotPlan("noFeed", { feed }))
      return { personIds: [], steps: [step("refreshFeed", { title: found.title })] }
    }),
  execute: ({ feed }) => PollSchedule.use((schedule) => schedule.hasten(feed)),
})

export const feedOperations = [refresh] as const
