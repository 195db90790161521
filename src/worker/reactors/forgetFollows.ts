import { Effect } from "effect"
import { Follows, forgetFollows, Listening, ReadingHistory, ReadMarks, SavedSearches } from "#core/follows"
import { SubjectEvents } from "#core/kernel"
import type { Reactor } from "#projections/runner"

/** Deletes what an erased person followed, saved, muted, read and heard, from every read model and from the readable log. */
export const forgetFollowsReactor = Effect.map(
  Effect.all([Follows, Listening, ReadMarks, ReadingHistory, SavedSearches]),
  ([follows, listening, marks, history, searches]): Reactor => ({
    name: "forget_follows",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      await Effect.runPromise(follows.dispatch(subjectId, forgetFollows))
      await Effect.runPromise(Effect.all([marks, history, searches, listening].map(({ forget }) => forget(subjectId))))
    },
  }),
)
