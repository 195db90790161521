import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MESSAGE_LENGTH_MAX } from "#contract/chat"
import type { PushedMessages } from "#contract/notifications"
import { Chats } from "#core/chat"
import { EventStore, Sql, type StoredEvent } from "#core/kernel"
import { Notices } from "#core/notifications"
import { pauseBuilds, resumeBuilds, waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { pushMessages } from "#src/worker/messages/pushMessages.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { openLedger } from "../../../core/ledger/testing/ledgerKit.ts"
import { makeReceiver, startPushService } from "../../../core/notifications/push/testing/pushService.ts"
import { mailReactor } from "../../worker/reactors/mail/mail.ts"
import { noticesReactor } from "../../worker/reactors/notices.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"
import type { Message } from "./fields.ts"

let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let ben: TestPerson
let service: Awaited<ReturnType<typeof startPushService>>

const browser = makeReceiver()
const stepOn = { kind: "stepOn", values: {} }
const nowIso = () => new Date().toISOString()

beforeAll(async () => {
  ;[db, service] = await Promise.all([testDatabase(), startPushService()])
  kit = await makeApiKit({ url: db.url, allowPrivate: [service.host] })
  ;[mara, ben] = [
    await kit.people.make({ displayName: "Mara" }),
    await kit.people.make({ displayName: "Ben", locale: "de" }),
  ]
  await notifyAll()
})
afterAll(async () => {
  await kit.close()
  await Promise.all([db.drop(), service.close()])
})

const log = () => run(EventStore.use((store) => store.readLog({ after: 0, upTo: 1e9, limit: 1_000 })))

/** Runs the worker over all events, twice, because it may repeat. */
const notifyAll = async () => {
  const reactor = await run(noticesReactor)
  const events = (await log()).filter(({ type }) => reactor.types.includes(type))
  for (const event of [...events, ...events]) await reactor.react(event as StoredEvent)
  const position = await run(EventStore.use((store) => store.watermark))
  for (const name of ["notices", "chat"]) await run(waitFor(name, position, 20_000))
}

type Listed = { messages: ReadonlyArray<Message>; total: number; hasMore: boolean; UnreadCount: number }
const as = (person: TestPerson) => ({
  call: (name: string, payload: object = {}, more: object = {}) =>
    kit.post(`/api/Message/${name}`, payload, { token: person.token, ...more }),
  load: async (payload: object = {}) =>
    (await kit.post("/api/Message/LoadMessage", payload, { token: person.token })).body.data as unknown as Listed,
  send: async (to: TestPerson, message: string, more: object = {}) =>
    kit.post("/api/Message/SendMessage", { targetUserCode: to.userCode, message, ...more }, { token: person.token }),
})
const said = ({ messages }: Listed) => messages.map(({ type, message }) => [type, message])

describe("notices", () => {
  it("[S7-143] LoadMessage lists each account event once, 20 per page", async () => {
    const list = await as(mara).load()
    expect(list).toMatchObject({ total: 1, hasMore: false, UnreadCount: 1 })
    expect(list.messages).toMatchObject([
      { type: "System", title: "Welcome to Quire", link: "/newsfeeds/add", read: false },
    ])
    expect(await as(mara).load({ type: "All", filter: { pageSize: 20, page: 1 } })).toEqual(list)
    expect((await as(mara).load({ type: "Account" })).messages).toEqual([])
    const german = await kit.post("/api/Message/LoadMessage", {}, { token: mara.token, locale: "de" })
    expect((german.body.data as unknown as Listed).messages[0]?.title).toBe("Willkommen bei Quire")
  })

  it("[S7-146] UpdateMessage marks one message or all of a type as read; [S7-149] GetMessage returns a message only to its owner", async () => {
    const [welcome] = (await as(mara).load()).messages
    const { messageId } = welcome as Message
    expect((await as(mara).call("GetMessage", { messageId })).body.data["message"]).toEqual(welcome)
    for (const call of ["GetMessage", "UpdateMessage"])
      expect(await as(ben).call(call, { messageId })).toMatchObject({ status: 404 })
    expect((await as(mara).call("UpdateMessage", { messageId })).body.data).toEqual({ UnreadCount: 0 })
    expect((await as(mara).load()).messages).toMatchObject([{ read: true }])
    expect((await as(ben).call("UpdateMessage", { type: "Account" })).body.data).toEqual({ UnreadCount: 1 })
    expect((await as(ben).call("UpdateMessage", { type: "All" })).body.data).toEqual({ UnreadCount: 0 })
    expect(await as(ben).call("UpdateMessage")).toMatchObject({ status: 400, body: { errors: { messageId: [/./] } } })
    expect(await as(ben).call("UpdateMessage", { messageId: "none" })).toMatchObject({ status: 404 })
  })
})

it("gives notices of new sign-in methods, also by mail, and of claimed and lost feeds", async () => {
  const [one, other] = [await kit.people.make(), await kit.people.make()]
  await kit.post("/api/UserPreference/MakeAppPassword", { name: "Reeder" }, { token: one.token })
  for (const { personId } of [one, other]) {
    const claimed = { feedId: "f1", personId, by: "dns", claimedAt: nowIso() }
    await kit.notify("feedclaim-", "f1", "channels.FeedClaimed.v1", claimed)
  }
  await notifyAll()
  const titles = async (who: TestPerson) => (await as(who).load({ type: "Account" })).messages.map(({ title }) => title)
  expect(await titles(one)).toEqual([
    "A feed is no longer yours",
    "A feed is now yours",
    "An app password was created for your account",
  ])
  expect(await titles(other)).toEqual(["A feed is now yours"])
  const reactor = await run(mailReactor)
  const made = (await log()).filter(({ type }) => type === "accounts.AppPasswordMade.v1")
  for (const event of [...made, ...made]) await reactor.react(event)
  const mails = await kit.sql`select subject_id, kind from mail.message where kind = 'appPasswordMade'`
  expect(mails).toEqual([{ subject_id: one.personId, kind: "appPasswordMade" }])
})

it("informs both sides of a donation once, by notice and by mail", async () => {
  const [giver, receiver] = [await kit.people.make({ displayName: "Lin" }), await kit.people.make({ locale: "de" })]
  const ledger = await openLedger(db.url)
  await ledger.deposit(giver.personId, 200_000_000n, 1)
  await ledger.close()
  const gift = { userCode: receiver.userCode, assetTypeId: 1, amount: "0.0005", message: "Weiter so", code: "" }
  expect(await kit.post("/api/Donation/donate", gift, { token: giver.token })).toMatchObject({ status: 200 })
  await notifyAll()
  const [got] = (await as(receiver).load({ type: "Account" })).messages
  expect(got).toMatchObject({ title: "You received 0.0005 BTC", message: expect.stringContaining("Lin") })
  expect(got?.message).toContain("Weiter so")
  expect((await as(giver).load({ type: "Account" })).messages).toMatchObject([{ title: "You donated 0.0005 BTC" }])
  const reactor = await run(mailReactor)
  const donated = (await log()).filter(({ type }) => type === "wallet.Donated.v1")
  for (const event of [...donated, ...donated]) await reactor.react(event)
  const mails =
    await kit.sql`select subject_id, kind, locale from mail.message where kind like 'donation%' order by kind`
  expect(mails).toEqual([
    { subject_id: giver.personId, kind: "donationMade", locale: "en" },
    { subject_id: receiver.personId, kind: "donationReceived", locale: "de" },
  ])
})

describe("messages of people", () => {
  it("[S7-147] SendMessage stores a message once per client id", async () => {
    const first = await as(mara).send(ben, "Hello Ben", { clientId: "c1" })
    expect(first.body.data["message"]).toMatchObject({
      type: "Chat",
      message: "Hello Ben",
      senderUserCode: mara.userCode,
      senderDisplayName: "Mara",
      targetUserCode: ben.userCode,
      seq: 1,
      read: true,
    })
    expect((await as(mara).send(ben, "Hello Ben", { clientId: "c1" })).body.data).toEqual(first.body.data)
    const zoe = await kit.people.make({ displayName: "Zoe" })
    for (const [to, words] of [
      [zoe, "Hello Zoe"],
      [zoe, "Hello Ben"],
    ] as const)
      expect(await as(mara).send(to, words, { clientId: "c1" })).toMatchObject({
        status: 409,
        body: { message: "This message was already sent to someone else." },
      })
    expect((await as(zoe).load({ type: "Invite" })).total).toBe(0)
    expect(await as(mara).send(ben, "Hello", { clientId: "c".repeat(37) })).toMatchObject({ status: 400 })
    const headers = { "idempotency-key": "again", "content-type": "application/json" }
    const payload = { targetUserCode: ben.userCode, message: "Second" }
    for (const _ of [1, 2])
      expect((await as(mara).call("SendMessage", payload, { headers })).body.data["message"]).toMatchObject({ seq: 2 })
    expect((await as(mara).load({ targetUserCode: ben.userCode })).total).toBe(2)
  })

  it("are a request until the person answers, then a conversation", async () => {
    const request = await as(ben).load({ type: "Invite" })
    expect(said(request)).toEqual([["Invite", "Second"]])
    expect(request).toMatchObject({ UnreadCount: 2, chatUnreadCount: 0 })
    expect((await as(ben).load({ type: "Chat" })).messages).toEqual([])
    expect((await as(ben).send(mara, "Hallo Mara")).body.data["message"]).toMatchObject({ type: "Chat", seq: 3 })
    expect(said(await as(ben).load({ type: "Chat" }))).toEqual([["Chat", "Hallo Mara"]])
    expect(said(await as(mara).load({ targetUserCode: ben.userCode }))).toEqual([
      ["Chat", "Hallo Mara"],
      ["Chat", "Second"],
      ["Chat", "Hello Ben"],
    ])
    const second = await as(mara).load({ targetUserCode: ben.userCode, filter: { pageSize: 2, page: 2 } })
    expect(second).toMatchObject({ messages: [{ seq: 1 }], total: 3, hasMore: false })
    expect(said(await as(mara).load())).toEqual([
      ["Chat", "Hallo Mara"],
      ["System", expect.any(String)],
    ])
  })

  it("can be ignored silently and accepted without an answer", async () => {
    const [zoe, lea] = [await kit.people.make(), await kit.people.make()]
    for (const to of [zoe, lea]) await as(ben).send(to, "Hallo")
    const answer = (who: TestPerson, invite: string) =>
      as(who).call("UpdateMessage", { targetUserCode: ben.userCode, invite })
    expect((await answer(zoe, "accept")).body.data).toEqual({ UnreadCount: 1 })
    expect(said(await as(zoe).load({ type: "Chat" }))).toEqual([["Chat", "Hallo"]])
    expect((await answer(lea, "ignore")).body.data).toEqual({ UnreadCount: 0 })
    expect(said(await as(lea).load())).toEqual([])
    expect(await answer(mara, "maybe")).toMatchObject({ status: 400 })
  })

  it("[S7-145] LoadMessageList lists the threads, [S7-148] LoadMessageFilter the filters", async () => {
    const { list, UnreadCount } = (await as(mara).call("LoadMessageList")).body.data as unknown as {
      list: ReadonlyArray<object>
      UnreadCount: number
    }
    expect(UnreadCount).toBe(1)
    expect(list).toMatchObject([
      { type: "Chat", scope: "Person", targetUserCode: ben.userCode, title: "Ben", state: "open", UnreadCount: 1 },
      { type: "System", scope: "", title: "System", last: { title: "Welcome to Quire" }, UnreadCount: 0 },
    ])
    const { filters } = (await as(mara).call("LoadMessageFilter", {}, { locale: "de" })).body.data as unknown as {
      filters: ReadonlyArray<{ type: string; name: string; total: number; UnreadCount: number }>
    }
    expect(filters.map(({ type, name, total, UnreadCount: unread }) => [type, name, total, unread])).toEqual([
      ["All", "Alle", 2, 1],
      ["System", "System", 1, 0],
      ["Account", "Konto", 0, 0],
      ["Chat", "Unterhaltungen", 1, 1],
      ["Invite", "Anfragen", 0, 0],
    ])
  })

  it("can be marked as read by number or conversation, only by the reader", async () => {
    const [newest] = (await as(mara).load({ targetUserCode: ben.userCode })).messages
    const { messageId } = newest as Message
    expect((await as(mara).call("GetMessage", { messageId })).body.data["message"]).toEqual(newest)
    const eve = await kit.people.make()
    for (const call of ["GetMessage", "UpdateMessage"])
      expect(await as(eve).call(call, { messageId })).toMatchObject({ status: 404 })
    expect((await as(mara).call("UpdateMessage", { messageId })).body.data).toEqual({ UnreadCount: 0 })
    await as(ben).send(mara, "More")
    expect((await as(mara).load()).UnreadCount).toBe(1)
    expect((await as(mara).call("UpdateMessage", { targetUserCode: ben.userCode })).body.data).toEqual({
      UnreadCount: 0,
    })
    expect((await as(eve).load({ targetUserCode: ben.userCode })).messages).toEqual([])
  })

  it("are returned to their sender, once stored, by a read model that is late", async () => {
    const { total } = await as(mara).load({ targetUserCode: ben.userCode })
    await run(Sql.use(({ client }) => Effect.promise(() => pauseBuilds(client, { name: "chat" }, "test"))))
    try {
      expect(await as(mara).send(ben, "While the list is late")).toMatchObject({
        status: 200,
        body: { data: { message: { message: "While the list is late", seq: total + 1, senderDisplayName: "Mara" } } },
      })
    } finally {
      await run(Sql.use(({ client }) => Effect.promise(() => resumeBuilds(client, { name: "chat" }))))
    }
  })

  it("are refused without permission, in the caller's language", async () => {
    const nobody = { targetUserCode: "QINOBODY", message: "Hello" }
    expect(await as(mara).call("SendMessage", nobody)).toMatchObject({ status: 404 })
    expect(await as(mara).load({ targetUserCode: "QINOBODY" })).toBeNull()
    expect(await as(mara).send(mara, "Me")).toMatchObject({
      status: 409,
      body: { message: "You don’t have permission to do this." },
    })
    for (const text of ["", "x".repeat(MESSAGE_LENGTH_MAX + 1)])
      expect(await as(mara).send(ben, text)).toMatchObject({ status: 400, body: { errors: { message: [/./] } } })
    const zoe = await kit.people.make()
    await run(Chats.use((chats) => Effect.orDie(chats.block({ by: zoe.personId, personId: ben.personId }))))
    expect(await as(ben).send(zoe, "Hello")).toMatchObject({ status: 409 })
  })
})

it("pushes nothing during quiet hours", async () => {
  const hours = { fromMinute: 1_320, toMinute: 420, timeZone: "Asia/Tokyo" }
  expect((await as(mara).call("SetQuietHours", { hours })).status).toBe(200)
  expect((await as(mara).call("LoadQuietHours")).body.data).toEqual({ hours })
  const elsewhere = { ...hours, timeZone: "Mars/Olympus" }
  expect(await as(mara).call("SetQuietHours", { hours: elsewhere })).toMatchObject({ status: 400 })
  await as(mara).call("SetQuietHours", { hours: null })
  expect((await as(mara).call("LoadQuietHours")).body.data).toEqual({ hours: null })
})

describe("pushes", () => {
  const pushes = () =>
    service.pushed.map(({ body }) => {
      const { messages } = JSON.parse(browser.decrypt(body).toString()) as PushedMessages
      return messages.map(({ title, body: text, path }) => [title, text, path])
    })
  /** From an hour ago to an hour from now: no fixed range contains every minute of a day. */
  const hoursAroundNow = () => {
    const minute = Math.floor(Date.now() / 60_000)
    return { fromMinute: (minute - 60) % 1_440, toMinute: (minute + 60) % 1_440, timeZone: "UTC" }
  }
  /** As the worker does at its next tick. */
  const tick = async () => {
    await kit.sql`update push.member set due_at = now() - interval '1 second'`
    return run(pushMessages())
  }

  it("notify a signed-in browser once while no page is open", async () => {
    const lea = await kit.people.make({ locale: "de" })
    const subscription = { endpoint: `${service.origin}/lea`, keys: browser.keys }
    expect((await as(lea).call("SubscribeMessages", { subscription })).status).toBe(200)
    expect(await tick()).toBe(0)

    await as(mara).send(lea, "Hello Lea")
    expect(await tick()).toBe(1)
    const path = `/writers/chat?userCode=${mara.userCode}&Scope=Person`
    expect(pushes()).toEqual([[["Mara hat Ihnen geschrieben", "Hello Lea", path]]])
    expect(service.pushed[0]?.headers).toMatchObject({ topic: "messages", urgency: "normal" })
    expect(await tick()).toBe(0)

    await as(lea).send(mara, "Hallo")
    await as(lea).call("SetQuietHours", { hours: hoursAroundNow() })
    await as(mara).send(lea, "Are you asleep?")
    const position = await run(
      Notices.use((notices) =>
        notices.give(lea.personId, "push", { type: "Account", content: stepOn, givenAt: nowIso() }),
      ),
    )
    await run(waitFor("notices", position, 20_000))
    expect(await tick()).toBe(0)
    await as(lea).call("SetQuietHours", { hours: null })
    const node = { node_id: lea.personId, name: "n", started_at: new Date(), ends_at: new Date(Date.now() + 60_000) }
    await kit.sql`insert into chat.node ${kit.sql({ ...node, connections: 1, people: 1, has_broker: false })}`
    expect(await tick()).toBe(1)
    expect(
      pushes()
        .at(-1)
        ?.map(([title]) => title),
    ).toEqual(["Die Zwei-Faktor-Authentifizierung ist eingeschaltet", "Mara"])

    await kit.sql`insert into chat.presence (person_id, node_id) values (${lea.personId}, ${lea.personId})`
    await as(mara).send(lea, "You are here")
    expect(await tick()).toBe(0)
    await kit.sql`delete from chat.presence`
    expect(await tick()).toBe(0)
    await kit.post("/api/User/SignOut", {}, { token: lea.token })
    expect(await kit.sql`select from push.member where person_id = ${lea.personId}`).toHaveLength(0)
  })

  it("skip blocked people and requests that cannot be answered", async () => {
    const [kay, gus, ivy, jon] = [
      await kit.people.make(),
      await kit.people.make(),
      await kit.people.make({ displayName: "Ivy" }),
      await kit.people.make(),
    ]
    const subscription = { endpoint: `${service.origin}/kay`, keys: browser.keys }
    await as(kay).call("SubscribeMessages", { subscription })
    await as(kay).call("SetQuietHours", { hours: hoursAroundNow() })
    await as(gus).send(kay, "Hello")
    await as(kay).send(gus, "Hi")
    for (const [who, text] of [
      [gus, "You will regret it"],
      [ivy, "Good night"],
      [jon, "Hello?"],
    ] as const)
      await as(who).send(kay, text)
    const between = { scope: "Person", personIds: [kay.personId, jon.personId] } as const
    const block = { by: kay.personId, personId: gus.personId }
    const [, left] = [
      await run(Effect.orDie(Chats.use((chats) => chats.block(block)))),
      await run(Effect.orDie(Chats.use((chats) => chats.leave({ by: jon.personId, room: between })))),
    ]
    await run(waitFor("chat", left.position, 20_000))
    await as(kay).call("SetQuietHours", { hours: null })
    const before = pushes().length
    expect(await tick()).toBe(1)
    expect(pushes().slice(before).flat()).toMatchObject([
      [expect.stringContaining("Ivy"), "Good night", expect.anything()],
    ])
    await as(kay).call("UnsubscribeMessages", { endpoint: subscription.endpoint })
  })

  it("name the group of a message, unless it is muted", async () => {
    const [ola, per] = [await kit.people.make({ displayName: "Ola" }), await kit.people.make()]
    await as(ola).send(per, "Hello")
    await as(per).call("UpdateMessage", { targetUserCode: ola.userCode, invite: "accept" })
    const starting = { name: "Walkers", userCodes: [per.userCode], clientId: "g1" }
    const { groupId } = (await as(ola).call("StartGroup", starting)).body.data["group"] as unknown as {
      readonly groupId: string
    }
    const subscription = { endpoint: `${service.origin}/per`, keys: browser.keys }
    await as(per).call("SubscribeMessages", { subscription })
    const room = { scope: "Group", ownerId: groupId } as const
    const write = async (clientId: string, text: string) => {
      const message = { by: ola.personId, room, clientId, text, replyTo: null, pictures: [], files: [] }
      const { position } = await run(Effect.orDie(Chats.use((chats) => chats.post(message))))
      await run(waitFor("chat", position, 20_000))
    }
    const before = pushes().length
    await write("m1", "Who comes?")
    expect(await tick()).toBe(1)
    expect(pushes().slice(before)).toEqual([
      [["Walkers", "Ola: Who comes?", `/writers/chat?userCode=${groupId}&Scope=Group`]],
    ])
    await run(Effect.orDie(Chats.use((chats) => chats.mute({ by: per.personId, room }))))
    await write("m2", "Nobody?")
    expect(await tick()).toBe(0)
    await as(per).call("UnsubscribeMessages", { endpoint: subscription.endpoint })
  })

  it("cannot be subscribed for another person's browser", async () => {
    const subscription = { endpoint: `${service.origin}/mara`, keys: browser.keys }
    await as(mara).call("SubscribeMessages", { subscription })
    await as(ben).call("UnsubscribeMessages", { endpoint: subscription.endpoint })
    expect(await kit.sql`select person_id from push.member`).toEqual([{ person_id: mara.personId }])
    const next = { endpoint: `${service.origin}/next`, keys: browser.keys }
    await as(ben).call("SubscribeMessages", { subscription: next, replaces: subscription.endpoint })
    expect(await kit.sql`select from push.member`).toHaveLength(1)
    await as(mara).call("SubscribeMessages", { subscription: next, replaces: subscription.endpoint })
    expect(await kit.sql`select endpoint from push.member`).toEqual([{ endpoint: next.endpoint }])
    const nowhere = { endpoint: "http://192.0.2.1/x", keys: browser.keys }
    expect(await as(mara).call("SubscribeMessages", { subscription: nowhere })).toMatchObject({ status: 400 })
  })
})

describe("a deleted account", () => {
  it("keeps no notices and gets no new ones", async () => {
    const { personId, token, password, sessionId } = await kit.people.make()
    await notifyAll()
    const rows = async (table: string) =>
      (await kit.sql`select from read.${kit.sql(table)} where person_id = ${personId}`).length
    await as({ token } as TestPerson).call("UpdateMessage", { type: "All" })
    expect([await rows("notice"), await rows("notice_reader")]).toEqual([1, 1])
    const push = { key: "k", endpoint: "https://push.example/k", p256dh: "p", auth: "a" }
    await kit.sql`insert into push.member ${kit.sql({ ...push, person_id: personId, session_id: sessionId, made_at: new Date(), told_at: new Date(), due_at: new Date() })}`
    expect((await kit.post("/api/User/DeleteAccount", { password }, { token })).status).toBe(200)
    await expect
      .poll(async () => (await kit.sql`select from es.stream where stream = ${`subject-${personId}`}`).length)
      .toBe(1)
    await notifyAll()
    expect([await rows("notice"), await rows("notice_reader")]).toEqual([0, 0])
    expect(await kit.sql`select from push.member where person_id = ${personId}`).toHaveLength(0)
    const events = await run(EventStore.use((store) => store.readStream(`notices-${personId}`)))
    expect(events.map(({ type }) => type).filter((type) => type !== "notifications.NoticesRead.v1")).toEqual([
      "notifications.NoticeGiven.v1",
      "notifications.NoticesForgotten.v1",
    ])
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain("welcome")
  })
})
