import { Effect } from "effect"
import { Imports } from "#core/imports"
import { SubjectEvents } from "#core/kernel"
import type { Reactor } from "#projections/runner"

/** Deletes the imports of an erased person, with what they say of posts that were not taken. */
export const forgetImportsReactor = Effect.map(
  Imports,
  ({ forget }): Reactor => ({
    name: "forget_imports",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: ({ type, data }) => Effect.runPromise(forget(SubjectEvents.decodeSync(type, data).subjectId)),
  }),
)
