import { randomInt } from "node:crypto"
import { Effect } from "effect"
import { EventStore, isUuid, uuidv7 } from "#core/kernel"
import { Likes } from "#core/publishing"
import { pageComments } from "#projections/publishing"
import { run } from "#src/process/runtime.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { type ApiKit, makeApiKit } from "../../../src/api/testing/apiKit.ts"
import type { BenchContext, Figures } from "../lib/Bench.ts"
import { interleaved, percentile } from "../lib/interleaved.ts"

const ROUND_MS = 2_000
/** On a machine with pauses, five rounds differ by a tenth from run to run. */
const ROUNDS = 15
const SIDE_BY_SIDE = 64
const COMMENTS = 100_000
const PAGES = 1_000

/** Likes of one post beside bare appends, and pages of a thread of 100,000 comments beside the range of their index. */
export const measureDiscussion = async (context: BenchContext): Promise<Figures> => {
  const url = await context.database()
  const kit = await makeApiKit({ url })
  context.defer(kit.close)
  const creator = await kit.people.make({ displayName: "Mara" })
  await makeCreator(url, creator)
  const headers = { authorization: `Bearer ${creator.token}` }
  const body = { title: "Tides", preview: "The harbour.", contentStatusId: 3 }
  const published = await kit.post("/api/Feed/createContent", body, { headers })
  const { id: postId } = published.body.data["content"] as { readonly id: string }
  if (!isUuid(postId)) throw new Error("the post was not published")
  // Pages first: read models still follow the likes for a while, in this process.
  const pages = await measurePages(context, kit, { postId, creatorId: creator.personId })
  const likes = await measureLikes(context, postId)
  return { ratios: { ...likes.ratios, ...pages.ratios }, absolute: { ...likes.absolute, ...pages.absolute } }
}

const measureLikes = async ({ log }: BenchContext, postId: string): Promise<Figures> => {
  const event = (streamId: string) => ({
    commandId: uuidv7(Date.now()),
    actor: "bench",
    correlationId: uuidv7(Date.now()),
    causationId: uuidv7(Date.now()),
    streams: [
      {
        stream: `benchlike-${streamId}`,
        expected: 0,
        events: [
          {
            eventId: uuidv7(Date.now()),
            type: "publishing.LikeSet.v1",
            data: {
              postId,
              commentId: null,
              personId: streamId,
              former: 1,
              status: 2,
              setAt: new Date().toISOString(),
            },
          },
        ],
      },
    ],
  })
  const figures = await interleaved(
    {
      likes: () =>
        perSecond(() => run(Effect.orDie(Likes.use((each) => each.set(uuidv7(Date.now()), postId, null, 2))))),
      appends: () =>
        perSecond(() => run(Effect.orDie(EventStore.use((store) => store.append(event(uuidv7(Date.now())) as never))))),
    },
    { log, rounds: ROUNDS },
  )
  return {
    ratios: { likes_vs_appends: figures.ratio("likes", "appends") },
    absolute: { likes_per_s: figures.median("likes"), appends_per_s: figures.median("appends") },
  }
}

const measurePages = async (
  { log }: BenchContext,
  kit: ApiKit,
  { postId, creatorId }: { readonly postId: string; readonly creatorId: string },
): Promise<Figures> => {
  await kit.sql`
    insert into read.comment (comment_id, post_id, channel_id, creator_id, person_id, parent_id, root_id, depth, position,
      text, digest, status, held_for, removed_by, posted_at, edited_at, likes, replies, reports)
    select 'c' || n, ${postId}, 1, ${creatorId}, 'p' || n % 997, null, 'c' || n, 0, n, 'The tide is out ' || n, 'd' || n,
      'shown', null, null, now(), null, n % 13, 0, 0 from generate_series(1, ${COMMENTS}) as n`
  await kit.sql`analyze`
  const reader = { viewerId: null, creatorId }
  const cursor = () => ({ snapshot: COMMENTS, likes: 0, position: randomInt(COMMENTS - 100) })
  const figures = await interleaved(
    {
      pages: () => p95(() => run(pageComments(postId, reader, "oldest", cursor()))),
      range: () =>
        p95(
          () => kit.sql`select * from read.comment where post_id = ${postId} and parent_id is null
            and position > ${cursor().position} order by position limit 21`,
        ),
    },
    { log, rounds: ROUNDS },
  )
  return {
    ratios: { comment_page_vs_range: figures.ratio("pages", "range") },
    absolute: { comment_page_p95_ms: figures.median("pages"), comment_range_p95_ms: figures.median("range") },
  }
}

const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  let done = 0
  const worker = async () => {
    while (performance.now() - began < ROUND_MS) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  return (done * 1_000) / (performance.now() - began)
}

const p95 = async (work: () => PromiseLike<unknown>): Promise<number> => {
  const times: Array<number> = []
  for (let page = 0; page < PAGES; page += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return percentile(times, 0.95)
}
