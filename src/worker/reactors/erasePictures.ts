import { Effect } from "effect"
import { SubjectEvents } from "#core/kernel"
import { Pictures } from "#core/media"
import type { Reactor } from "#projections/runner"

/** Deletes the pictures of an erased person from all storage. */
export const erasePicturesReactor = Effect.gen(function* () {
  const pictures = yield* Pictures
  return {
    name: "erase_pictures",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      await Effect.runPromise(pictures.forget(subjectId))
    },
  } satisfies Reactor
})
