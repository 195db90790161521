import { AccountEvents, TwoStepEvents } from "#core/accounts"
import { SubjectEvents } from "#core/kernel"
import { hears, makeProjection, put, remove } from "#projections/runner"
import { stepRemoval } from "./tables.ts"

/** Second steps whose removal was asked for by mail, so that somebody sees when they are due. */
export const stepRemovals = makeProjection({
  name: "step_removals",
  version: 1,
  tables: [stepRemoval],
  hears: [
    hears(TwoStepEvents, {
      "accounts.StepRemovalAsked.v1": ({ personId, dueAt }) => [
        put(stepRemoval, { person_id: personId, due_at: dueAt }),
      ],
      "accounts.StepRemovalCancelled.v1": ({ personId }) => [remove(stepRemoval, [personId])],
      "accounts.TwoStepEnrolled.v1": ({ personId }) => [remove(stepRemoval, [personId])],
      "accounts.TwoStepStopped.v1": ({ personId }) => [remove(stepRemoval, [personId])],
      "accounts.TwoStepRemoved.v1": ({ personId }) => [remove(stepRemoval, [personId])],
    }),
    hears(AccountEvents, {
      "accounts.AccountDeleted.v1": ({ personId }) => [remove(stepRemoval, [personId])],
    }),
    hears(SubjectEvents, {
      "kernel.SubjectErased.v1": ({ subjectId }) => [remove(stepRemoval, [subjectId])],
    }),
  ],
})
