import { Effect } from "effect"
import { type Sql, SubjectEvents } from "#core/kernel"
import { Comments } from "#core/publishing"
import { listCommentIds } from "#projections/publishing"
import { type Reactor, waitFor } from "#projections/runner"

/** How long the list of a person's comments may take to be complete; later the event is tried again. */
const CAUGHT_UP_MS_MAX = 20_000
/** Comments that are forgotten at the same time: people may have thousands, and each one waits for the disk. */
const FORGOTTEN_AT_ONCE_MAX = 8
/** Comments that are listed at once. */
const BATCH_SIZE = 500

/** Forgets the comments of an erased person in the read model. Their key is gone already. */
export const forgetCommentsReactor = Effect.gen(function* () {
  const services = yield* Effect.context<Sql>()
  const comments = yield* Comments

  const forgetAll = Effect.fnUntraced(function* (personId: string, position: number) {
    if (!(yield* waitFor("comments", position, CAUGHT_UP_MS_MAX)))
      return yield* Effect.die(new Error("the comments of an erased person are not listed yet"))
    for (let after = 0; ; ) {
      const found = yield* listCommentIds(personId, after, BATCH_SIZE)
      yield* Effect.forEach(found, ({ commentId }) => comments.forget(personId, commentId), {
        concurrency: FORGOTTEN_AT_ONCE_MAX,
        discard: true,
      })
      const last = found.at(-1)
      if (last === undefined || found.length < BATCH_SIZE) return
      after = last.position
    }
  })

  return {
    name: "forget_comments",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: ({ type, data, position }) =>
      Effect.runPromiseWith(services)(forgetAll(SubjectEvents.decodeSync(type, data).subjectId, position)),
  } satisfies Reactor
})
