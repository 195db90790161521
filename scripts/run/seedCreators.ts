import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { Applications, Channels } from "#core/channels"
import { Sql } from "#core/kernel"
import { Posts } from "#core/publishing"
import { waitFor } from "#projections/runner"
import { makePerson } from "../../core/accounts/testing/people.ts"
import { type DemoCreator, readCreators } from "../demo/readCreators.ts"

/** How long a read model may take while the library fills beside it. */
const READABLE_MS_MAX = 60_000

/**
 * Makes the creators of the demo with their channels and posts, through commands. What an interrupted run made is not
 * made again. Nobody knows their passwords.
 */
export const seedCreators = Effect.gen(function* () {
  for (const creator of readCreators()) {
    const channel = (yield* findChannel(creator.subject)) ?? (yield* openChannel(creator))
    yield* publishMissing(channel, creator)
  }
})

type Channel = { readonly channelId: number; readonly personId: string }

const findChannel = Effect.fnUntraced(function* (subject: string) {
  const { client: sql } = yield* Sql
  const [found] = yield* Effect.promise(
    () => sql<Array<Channel>>`
      select channel_id as "channelId", person_id as "personId" from read.channel where subject = ${subject}`,
  )
  return found ?? null
})

const openChannel = Effect.fnUntraced(function* ({ slug, name, subject, about, bio, language, tags }: DemoCreator) {
  const [applications, channels] = [yield* Applications, yield* Channels]
  const email = `${slug}.${randomBytes(4).toString("hex")}@demo.example`
  const password = randomBytes(24).toString("base64url")
  const { personId } = yield* makePerson(
    { email, password, displayName: name, hasUserName: true, locale: language },
    true,
  )
  yield* applications.apply(personId, { subject, about, links: [], languages: [language] }, false)
  const { channelId, position } = yield* applications.approve(personId, "operator:demo")
  yield* waitFor("channels", position, READABLE_MS_MAX)
  yield* channels.describe(personId, channelId, { bio, tags })
  return { channelId, personId }
})

/** The last post of the file is published first, so that the first one is the newest. */
const publishMissing = Effect.fnUntraced(function* (
  { channelId, personId }: Channel,
  { language, posts }: DemoCreator,
) {
  const { client: sql } = yield* Sql
  const published = yield* Effect.promise(
    () => sql<Array<{ readonly title: string }>>`select title from read.post where channel_id = ${channelId}`,
  )
  const service = yield* Posts
  for (const post of posts.toReversed()) {
    if (published.some(({ title }) => title === post.title)) continue
    const { position } = yield* service.create(personId, channelId, {
      version: { ...post, language },
      action: { kind: "publish" },
    })
    yield* waitFor("posts", position, READABLE_MS_MAX)
  }
})
