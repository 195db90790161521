import { Clock, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Chats } from "#core/chat"
import { EventStore } from "#core/kernel"
import { Posts } from "#core/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { as } from "../../api/testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { noticesReactor } from "./notices.ts"

let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const READ_MS_MAX = 20_000
const chats = <A, E>(does: (service: Chats["Service"]) => Effect.Effect<A, E>) => run(Effect.orDie(Chats.use(does)))

/** Gives the reactor all events of these types, twice, as after a crash. */
const reactTwice = async (types: ReadonlyArray<string>) => {
  const reactor = await run(noticesReactor)
  const events = await run(
    Effect.gen(function* () {
      const store = yield* EventStore
      return yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 1_000, types })
    }),
  )
  for (const event of [...events, ...events]) await reactor.react(event)
  const position = await run(EventStore.use((store) => store.watermark))
  await run(waitFor("notices", position, READ_MS_MAX))
}
const noticesOf = async (person: TestPerson) => {
  const { body } = await kit.post("/api/Message/LoadMessage", { type: "Account" }, as(person))
  const { messages } = body.data as unknown as {
    readonly messages: ReadonlyArray<{ readonly title: string; readonly message: string; readonly link: string }>
  }
  return messages.map(({ title, message, link }) => [title, message, link])
}

it("replies in a creator's room give the author of the answered message one notice", async () => {
  const [mara, ben, lin] = [
    await kit.people.make({ displayName: "Mara" }),
    await kit.people.make({ displayName: "Ben" }),
    await kit.people.make({ displayName: "Lin" }),
  ]
  await makeCreator(db.url, mara)
  const room = { scope: "Team", ownerId: mara.personId } as const
  await chats((service) => service.openRoom({ by: mara.personId, ownerId: mara.personId, scope: "Team" }))
  for (const { personId } of [ben, lin]) await chats((service) => service.join({ by: personId, room }))
  const post = (by: TestPerson, text: string, replyTo: number | null) =>
    chats((service) =>
      service.post({ by: by.personId, room, clientId: crypto.randomUUID(), text, replyTo, pictures: [] }),
    )
  await post(ben, "When does it start?", null)
  await post(lin, "At eight", 1)
  await post(mara, "At nine, I moved it", 1)
  await reactTwice(["chat.MessagePosted.v1"])
  expect(await noticesOf(ben)).toEqual([
    [
      "Lin replied to you",
      "In Mara’s chat room",
      `/writers/chat?userCode=${mara.userCode}&userName=Mara&Scope=Team&thread=1`,
    ],
  ])
  expect([await noticesOf(lin), await noticesOf(mara)]).toEqual([[], []])
})

it("a post that is published by its schedule gives its author one notice, and one that they publish gives none", async () => {
  const author = await kit.people.make({ displayName: "Mara" })
  const { channelId, channelCode } = await makeCreator(db.url, author)
  const posts = <A, E>(does: (service: Posts["Service"]) => Effect.Effect<A, E>) => run(Effect.orDie(Posts.use(does)))
  const version = { title: "Tides", preview: "At dawn." }
  const action = { kind: "schedule", zone: "UTC", wall: `${new Date().getUTCFullYear() + 1}-01-15T09:00` } as const
  const { postId } = await posts((service) => service.create(author.personId, channelId, { version, action }))
  await posts((service) =>
    service.create(author.personId, channelId, { version: { ...version, title: "Ebb" }, action: { kind: "publish" } }),
  )
  const onDueDay = { currentTimeMillis: Effect.succeed(Date.parse(`${action.wall}:01Z`)) }
  const late = Effect.map(Clock.Clock, (clock) => Object.assign(Object.create(clock) as typeof clock, onDueDay))
  await posts((service) => Effect.provideServiceEffect(service.publishDue(postId), Clock.Clock, late))
  await reactTwice(["publishing.PostPublished.v1"])
  expect(await noticesOf(author)).toEqual([
    ["A scheduled post was published", "Tides is now live.", `/c/${channelCode}/tides/`],
  ])
})
