import { Effect } from "effect"
import { ChannelEvents, channelReader } from "#core/channels"
import { type EventStore, eraseSubject, type Sealing, type Sql } from "#core/kernel"
import { Autosaves, PostEvents, Posts } from "#core/publishing"
import { listPostIds } from "#projections/publishing"
import { type Reactor, waitFor } from "#projections/runner"

/** Posts that are forgotten at the same time: creators may have thousands, and each one waits for the disk. */
const FORGOTTEN_AT_ONCE_MAX = 8
/** How long the list of a channel's posts may take to be complete; later the event is tried again. */
const CAUGHT_UP_MS_MAX = 20_000

/**
 * Drops the key of every deleted post, so that its text cannot be read in the log or in any copy of it, and deletes its
 * unsaved changes. Deletes all posts of channels whose creator was erased.
 */
export const erasePostsReactor = Effect.gen(function* () {
  const services = yield* Effect.context<EventStore | Sealing | Sql>()
  const [posts, autosaves, readChannel] = [yield* Posts, yield* Autosaves, yield* channelReader]
  const run = Effect.runPromiseWith(services)

  const forgetText = (postId: string) => Effect.andThen(autosaves.forget(postId), eraseSubject(postId))

  const forgetAll = Effect.fnUntraced(function* (channelId: number, position: number) {
    if (!(yield* waitFor("posts", position, CAUGHT_UP_MS_MAX)))
      return yield* Effect.die(new Error(`the posts of channel ${channelId} are not listed yet`))
    // Keys are dropped here, and not only by each PostDeleted: those are handled one after the other.
    yield* Effect.forEach(
      yield* listPostIds(channelId),
      (postId) => Effect.andThen(posts.forget(postId), forgetText(postId)),
      { concurrency: FORGOTTEN_AT_ONCE_MAX, discard: true },
    )
  })

  /** A post that was saved at the moment in which its creator was erased. */
  const forgetOrphan = Effect.fnUntraced(function* (postId: string, channelId: number) {
    const { personId } = yield* readChannel(String(channelId))
    if (personId === null) yield* posts.forget(postId)
  })

  return {
    name: "erase_posts",
    types: ["publishing.PostDeleted.v1", "publishing.PostCreated.v1", "channels.ChannelForgotten.v1"],
    from: "beginning",
    react: async ({ type, data, position }) => {
      if (type === "channels.ChannelForgotten.v1") {
        const event = ChannelEvents.decodeSync(type, data)
        return run(forgetAll(event.channelId, position))
      }
      const { postId, channelId } = PostEvents.decodeOpen(type, data)
      await run(type === "publishing.PostDeleted.v1" ? forgetText(postId) : forgetOrphan(postId, channelId))
    },
  } satisfies Reactor
})
