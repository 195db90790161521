import { Effect } from "effect"
import { ContinuedFeeds, Imports } from "#core/imports"
import { SubjectEvents } from "#core/kernel"
import { MemberFeeds } from "#core/publishing"
import type { Reactor } from "#projections/runner"

/** Deletes the imports of an erased person, with what they say of posts that were not taken, and what feeds they have. */
export const forgetImportsReactor = Effect.map(
  Effect.all([Imports, ContinuedFeeds, MemberFeeds]),
  ([imports, continued, feeds]): Reactor => ({
    name: "forget_imports",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      return Effect.runPromise(
        Effect.all(
          [imports, continued, feeds].map(({ forget }) => forget(subjectId)),
          { discard: true },
        ),
      )
    },
  }),
)
