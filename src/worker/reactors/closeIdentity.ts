import { Effect } from "effect"
import { IdentityChecks } from "#core/identity"
import { SubjectEvents } from "#core/kernel"
import type { Reactor } from "#projections/runner"

/** Closes the identity checks of an erased person. What no law demands is shredded; the keeper may be away, then a job does. */
export const closeIdentityReactor = Effect.map(
  IdentityChecks,
  (checks): Reactor => ({
    name: "close_identity",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      return Effect.runPromise(checks.close(subjectId).pipe(Effect.catchTag("KeeperUnavailable", () => Effect.void)))
    },
  }),
)
