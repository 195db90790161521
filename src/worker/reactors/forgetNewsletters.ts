import { Effect } from "effect"
import { isUuid, SubjectEvents } from "#core/kernel"
import { MailLists, Sendings } from "#core/newsletters"
import type { Reactor } from "#projections/runner"

/** Takes an erased person off all mailing lists and out of all runs of mail. */
export const forgetNewslettersReactor = Effect.map(
  Effect.all([MailLists, Sendings]),
  ([lists, sendings]): Reactor => ({
    name: "forget_newsletters",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      // A subject may also be a text instead of a person.
      if (!isUuid(subjectId)) return
      await Effect.runPromise(Effect.all([lists.forget(subjectId), sendings.forget(subjectId)]))
    },
  }),
)
