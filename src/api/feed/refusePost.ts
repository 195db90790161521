import { Effect } from "effect"
import type { PostRefusal } from "#core/publishing"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"

/** Fails with the refusal of a command on a post, in the caller's language. */
export const refusePost = Effect.fnUntraced(function* (refused: PostRefusal) {
  const t = translator((yield* CurrentCaller).locale)
  const message = refusal(t(refused.messageKey))
  if (refused._tag === "NoPost") return yield* new NotFound(message)
  if (refused._tag !== "UnfitPost") return yield* new Conflict(message)
  const errors: Record<string, ReadonlyArray<string>> = {}
  for (const { field, problem } of refused.problems)
    errors[field] = [...(errors[field] ?? []), t(`posts.problem.${problem}`)]
  return yield* new BadRequest({ ...message, errors })
})
