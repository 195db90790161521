import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { CHANNEL_STATUS } from "#contract/channels"
import { ChannelEvents, Channels } from "#core/channels"
import { EventStore, MemoryEventStore, Sealing, uuidv7 } from "#core/kernel"
import { AttachableMedia } from "../AttachableMedia.ts"
import { POST_STATUS } from "../limits.ts"
import { PostEvents } from "./events.ts"
import { Posts } from "./Posts.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const nowMs = Date.UTC(2026, 10, 26, 9)
const DAY_MS = 86_400_000
const [channelId, channelCode] = [7, "QC7K2M9X4H"]

const layer = Layer.mergeAll(Posts.layer.pipe(Layer.provide(AttachableMedia.layerNone)), Channels.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(MemoryEventStore, Sealing.layerMemory)),
  Layer.provideMerge(TestClock.layer()),
)

/** Opens a channel at `nowMs`, and plans a post of level 3 for the next day. */
const planned = Effect.gen(function* () {
  yield* TestClock.setTime(nowMs)
  const opened = { personId, channelId, channelCode, parentId: null, subject: "Ports", languages: ["en"] }
  const event = yield* ChannelEvents.encode({
    _tag: "channels.ChannelOpened.v1",
    ...opened,
    openedAt: new Date(nowMs).toISOString(),
  })
  const commandId = uuidv7(nowMs)
  const streams = [{ stream: `channel-${channelId}`, expected: 0, events: [event] }]
  yield* (yield* EventStore).append({
    ...{ commandId, correlationId: commandId, causationId: commandId, actor: "test", streams },
  })
  const opening = { subscribersDays: 7, everyoneDays: 30 }
  const version = { title: "Tides", preview: "At dawn.", gated: "Pilots.", levelId: 3 as const, opening }
  const action = { kind: "schedule" as const, wall: "2026-11-27T09:00", zone: "UTC" }
  return (yield* (yield* Posts).create(personId, channelId, { version, action })).postId
})
const run = <A, E>(effect: Effect.Effect<A, E, Posts | Channels | EventStore | Sealing | TestClock.TestClock>) =>
  Effect.runPromise(Effect.orDie(effect).pipe(Effect.provide(layer)) as Effect.Effect<A>)

it("publishes a scheduled post once it is due, however late, and once", async () => {
  const outcomes = await run(
    Effect.gen(function* () {
      const [postId, posts] = [yield* planned, yield* Posts]
      const early = yield* posts.publishDue(postId)
      yield* TestClock.setTime(nowMs + 90 * DAY_MS)
      const late = yield* posts.publishDue(postId)
      const again = yield* posts.publishDue(postId)
      const { statusId, slugs, schedule } = yield* posts.read(personId, postId)
      return { outcomes: [early, late, again], statusId, slugs, schedule }
    }),
  )
  expect(outcomes).toEqual({
    ...{ outcomes: ["nothing", "published", "nothing"], statusId: POST_STATUS.published },
    ...{ slugs: ["tides"], schedule: null },
  })
})

it("says of a post that its schedule published it, and says nothing of one that its author publishes", async () => {
  const flags = await run(
    Effect.gen(function* () {
      const [posts, store] = [yield* Posts, yield* EventStore]
      const due = yield* planned
      const version = { title: "Ebb", preview: "At noon." }
      const { postId: own } = yield* posts.create(personId, channelId, { version, action: { kind: "publish" } })
      yield* TestClock.setTime(nowMs + DAY_MS)
      yield* posts.publishDue(due)
      const published = yield* Effect.forEach([due, own], (postId) => store.readStream(`post-${postId}`, 0, 100))
      return published.map((events) =>
        events.flatMap(({ type, data }) => {
          const event = PostEvents.decodeOpen(type, data)
          return event._tag === "publishing.PostPublished.v1" ? [event.isScheduled] : []
        }),
      )
    }),
  )
  expect(flags).toEqual([[true], [undefined]])
})

it("makes a draft of a post that cannot be published, and does not try again", async () => {
  const outcomes = await run(
    Effect.gen(function* () {
      const [postId, posts, channels] = [yield* planned, yield* Posts, yield* Channels]
      yield* channels.setStatus(personId, channelId, { statusId: CHANNEL_STATUS.paused })
      yield* TestClock.setTime(nowMs + 2 * DAY_MS)
      const [first, second] = [yield* posts.publishDue(postId), yield* posts.publishDue(postId)]
      yield* channels.setStatus(personId, channelId, { statusId: CHANNEL_STATUS.active })
      const third = yield* posts.publishDue(postId)
      return [first, second, third, (yield* posts.read(personId, postId)).statusId]
    }),
  )
  expect(outcomes).toEqual(["refused", "nothing", "nothing", POST_STATUS.draft])
})

it("opens a post to subscribers and then to everyone, in one step if the worker was away", async () => {
  const levels = await run(
    Effect.gen(function* () {
      const [postId, posts] = [yield* planned, yield* Posts]
      yield* TestClock.setTime(nowMs + DAY_MS)
      yield* posts.publishDue(postId)
      const seen: Array<number> = []
      for (const days of [1, 8, 20, 31, 40]) {
        yield* TestClock.setTime(nowMs + days * DAY_MS)
        yield* posts.openDue(postId)
        seen.push((yield* posts.read(personId, postId)).levelId)
      }
      return seen
    }),
  )
  expect(levels).toEqual([3, 2, 2, 1, 1])
})
