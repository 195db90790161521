import { Clock, Effect } from "effect"
import { AccountEvents, TwoStepEvents } from "#core/accounts"
import { Sql, SubjectEvents } from "#core/kernel"
import { makeProjection, on, put, remove } from "#projections/runner"
import { stepRemoval } from "./tables.ts"

/** Removals of second steps that were requested by mail, so that the worker finds them when they are due. */
export const stepRemovals = makeProjection({
  name: "step_removals",
  version: 1,
  tables: [stepRemoval],
  handlers: [
    on(TwoStepEvents, {
      "accounts.TwoStepRemovalRequested.v1": ({ personId, dueAt }) => [
        put(stepRemoval, { person_id: personId, due_at: dueAt }),
      ],
      "accounts.TwoStepRemovalCancelled.v1": ({ personId }) => [remove(stepRemoval, [personId])],
      "accounts.TwoStepEnrolled.v1": ({ personId }) => [remove(stepRemoval, [personId])],
      "accounts.TwoStepStopped.v1": ({ personId }) => [remove(stepRemoval, [personId])],
      "accounts.TwoStepRemoved.v1": ({ personId }) => [remove(stepRemoval, [personId])],
    }),
    on(AccountEvents, {
      "accounts.AccountDeleted.v1": ({ personId }) => [remove(stepRemoval, [personId])],
    }),
    on(SubjectEvents, {
      "kernel.SubjectErased.v1": ({ subjectId }) => [remove(stepRemoval, [subjectId])],
    }),
  ],
})

/** Maximum removals per query; the next one returns the rest. */
const REMOVALS_MAX = 100

/** People whose second step is due for removal, the longest due first. */
export const listDueRemovals = Effect.fn("listDueRemovals")(function* () {
  const { client: sql } = yield* Sql
  const now = new Date(yield* Clock.currentTimeMillis)
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly personId: string }>>`
      select person_id as "personId" from read.step_removal where due_at <= ${now}
      order by due_at limit ${REMOVALS_MAX}`,
  )
  return rows.map(({ personId }) => personId)
})
