import { Effect } from "effect"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Chats } from "#core/chat"
import { CurrentMeta, EventStore, type StoredEvent } from "#core/kernel"
import { Pictures } from "#core/media"
import { caseIdOf, Moderation } from "#core/moderation"
import { listCases } from "#projections/moderation"
import { type Reactor, waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { as } from "../../api/testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { applyMeasuresReactor, openCasesReactor } from "./moderation.ts"

let db: TestDatabase
let kit: ApiKit
let mara: TestPerson

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  mara = await kit.people.make({ displayName: "Mara" })
  await makeCreator(db.url, mara)
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const call = async (path: string, body: object, person: TestPerson) => {
  const { status, body: answered } = await kit.post(`/api/${path}`, body, as(person))
  return { status, data: answered.data as Readonly<Record<string, Readonly<Record<string, unknown>>>> }
}
const eventsOf = (type: string): Promise<ReadonlyArray<StoredEvent>> =>
  run(
    Effect.gen(function* () {
      const store = yield* EventStore
      return yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 1_000, types: [type] })
    }),
  )
/** Gives a reactor all events of its types, as the worker does, again and again. */
const reactTwice = async (reactor: Reactor, types: ReadonlyArray<string>) => {
  for (const type of [...types, ...types]) for (const event of await eventsOf(type)) await reactor.react(event)
}
const find = (caseId: string) => run(Moderation.use((moderation) => moderation.find(caseId)))
const reasons = { ground: "terms", reference: "4.2", facts: "It threatens somebody.", reviewDays: 90 } as const
const shownIn = async (contentId: string) => {
  const { data } = await call("Feed/LoadComments", { contentId }, mara)
  return (data["comments"] as unknown as ReadonlyArray<{ text: string }>).map(({ text }) => text)
}

it("a reported comment is one case, is taken down, appealed and restored, whatever is delivered twice", async () => {
  const [author, one, other] = [await kit.people.make(), await kit.people.make(), await kit.people.make()]
  const made = await call("Feed/createContent", { title: "Tides", preview: "Dawn.", contentStatusId: 3 }, mara)
  const contentId = String(made.data["content"]?.["id"])
  const written = await call("Feed/CreateComment", { contentId, text: "I will find you" }, author)
  const commentId = String(written.data["comment"]?.["id"])
  await call("Feed/ReviewComment", { commentId, action: "approve" }, mara)
  for (const reporter of [one, other, one])
    expect(await call("Feed/ReportComment", { commentId, reason: "A threat" }, reporter)).toMatchObject({ status: 200 })

  const opening = await run(openCasesReactor)
  await reactTwice(opening, ["publishing.CommentReported.v1"])
  const caseId = caseIdOf({ kind: "comment", targetId: commentId })
  const opened = await find(caseId)
  expect(opened).toMatchObject({ status: "open", text: "I will find you", version: 2 })
  expect(opened?.reports.map(({ reporterId, reason }) => [reporterId, reason])).toEqual([
    [one.personId, "A threat"],
    [other.personId, "A threat"],
  ])

  const decided = await run(
    Effect.orDie(Moderation.use(({ takeDown }) => takeDown(caseId, { by: "operator:ada", seen: 2 }, reasons))),
  )
  await run(waitFor("moderation", decided, 20_000))
  const applying = await run(applyMeasuresReactor)
  await reactTwice(applying, ["moderation.MeasureTaken.v1"])
  await expect.poll(() => shownIn(contentId)).toEqual([])
  expect(await run(listCases({ statuses: ["closed"] }))).toMatchObject([{ caseId, reports: 2, ground: "terms" }])

  // Neither the reporter nor anybody else reads the statement, or appeals.
  for (const stranger of [one, mara]) {
    expect((await call("UserProfile/LoadDecision", { caseId }, stranger)).status).toBe(404)
    expect((await call("UserProfile/AppealDecision", { caseId, text: "Mine" }, stranger)).status).toBe(404)
    expect((await call("UserProfile/LoadDecisions", {}, stranger)).data).toEqual({ decisions: [] })
  }
  const statement = await call("UserProfile/LoadDecision", { caseId }, author)
  expect(statement.data["decision"]).toMatchObject({ text: "I will find you", mayAppeal: true, automated: false })
  expect(JSON.stringify(statement.data)).not.toMatch(new RegExp(`ada|${one.personId}|A threat`))
  expect((await call("UserProfile/AppealDecision", { caseId, text: "  " }, author)).status).toBe(400)
  expect((await call("UserProfile/AppealDecision", { caseId, text: "It quotes a song" }, author)).status).toBe(200)
  expect((await call("UserProfile/AppealDecision", { caseId, text: "Again" }, author)).status).toBe(409)

  const answer = { isGranted: true, note: "It is a quotation." }
  const decideAs = (by: string) =>
    run(Effect.result(Moderation.use(({ decideAppeal }) => decideAppeal(caseId, { by, seen: 5 }, answer))))
  expect(await decideAs("operator:ada")).toMatchObject({ failure: { _tag: "OwnDecision" } })
  expect(await decideAs("operator:ben")).toMatchObject({ _tag: "Success" })
  await reactTwice(applying, ["moderation.MeasureTaken.v1", "moderation.MeasureLifted.v1"])
  await expect.poll(() => shownIn(contentId)).toEqual(["I will find you"])
  expect((await eventsOf("publishing.CommentRestored.v1")).length).toBe(1)
  expect((await call("UserProfile/LoadDecision", { caseId }, author)).data["decision"]).toMatchObject({
    appeal: { outcome: "granted", note: "It is a quotation." },
    mayAppeal: false,
  })
})

it("a reported chat message is a case with its text, and is removed for good", async () => {
  const [sender, receiver] = [await kit.people.make(), await kit.people.make()]
  const room = { scope: "Person", personIds: [sender.personId, receiver.personId] } as const
  const message = { by: sender.personId, room, clientId: "m1", text: "Buy now", replyTo: null, pictures: [] }
  const { roomId, seq } = await run(Effect.orDie(Chats.use((chats) => chats.post(message))))
  const report = { by: receiver.personId, room, seq, reason: "Spam" }
  await run(Effect.orDie(Chats.use((chats) => chats.report(report))))
  await reactTwice(await run(openCasesReactor), ["chat.MessageReported.v1"])
  const caseId = caseIdOf({ kind: "message", targetId: `${roomId}:${seq}` })
  expect(await find(caseId)).toMatchObject({ text: "Buy now", version: 1, reports: [{ reason: "Spam" }] })

  await run(Effect.orDie(Moderation.use(({ takeDown }) => takeDown(caseId, { by: "operator:ada", seen: 1 }, reasons))))
  await reactTwice(await run(applyMeasuresReactor), ["moderation.MeasureTaken.v1"])
  expect((await eventsOf("chat.MessageRemoved.v1")).length).toBe(1)
  expect(await run(Chats.use((chats) => chats.messageExists(sender.personId, "m1")))).toBe(false)
})

it("the author of a chat message is banned from its room with the removal, until an appeal is granted", async () => {
  const writer = await kit.people.make()
  const room = { scope: "Subscriber", ownerId: mara.personId } as const
  const use = <A, E>(act: (chats: (typeof Chats)["Service"]) => Effect.Effect<A, E>) =>
    run(Effect.orDie(Chats.use(act)))
  await use((chats) => chats.openRoom({ by: mara.personId, ...room }))
  await use((chats) => chats.grant({ creatorId: mara.personId, personId: writer.personId, level: 2 }))
  await use((chats) => chats.join({ by: writer.personId, room }))
  const message = { by: writer.personId, room, clientId: "b1", text: "Buy now", replyTo: null, pictures: [] }
  const { roomId, seq } = await use((chats) => chats.post(message))
  await use((chats) => chats.report({ by: mara.personId, room, seq, reason: "Spam" }))
  await reactTwice(await run(openCasesReactor), ["chat.MessageReported.v1"])
  const caseId = caseIdOf({ kind: "message", targetId: `${roomId}:${seq}` })
  const mayWrite = async () => (await use((chats) => chats.permissions(room, writer.personId, 0))).mayWrite
  expect([await mayWrite(), await use((chats) => chats.ownerOf(roomId))]).toEqual([true, mara.personId])

  const banning = { ...reasons, isBan: true }
  await run(Effect.orDie(Moderation.use(({ takeDown }) => takeDown(caseId, { by: "operator:ada", seen: 1 }, banning))))
  const applying = await run(applyMeasuresReactor)
  await reactTwice(applying, ["moderation.MeasureTaken.v1", "moderation.AuthorBanned.v1"])
  expect(await mayWrite()).toBe(false)
  const { data } = await call("UserProfile/LoadDecision", { caseId }, writer)
  expect(data["decision"]).toMatchObject({ kind: "message", banned: true, lifted: null })

  expect((await call("UserProfile/AppealDecision", { caseId, text: "It was a joke" }, writer)).status).toBe(200)
  const version = (await find(caseId))?.version ?? 0
  const granting = Moderation.use(({ decideAppeal }) =>
    decideAppeal(caseId, { by: "operator:ben", seen: version }, { isGranted: true, note: "It was." }),
  )
  await run(Effect.orDie(granting))
  // The creator banned the same person meanwhile: that ban is theirs, and outlives the measure.
  await use((chats) => chats.ban({ by: mara.personId, room, personId: writer.personId }))
  await reactTwice(applying, ["moderation.MeasureLifted.v1"])
  expect(await mayWrite()).toBe(false)
  await use((chats) => chats.unban({ by: mara.personId, room, personId: writer.personId }))
  expect(await mayWrite()).toBe(true)
  expect((await eventsOf("chat.UnbannedByOperators.v1")).length).toBe(1)
})

it("a case closes by itself, with the reason, when what was reported is removed before a decision", async () => {
  const [author, reporter] = [await kit.people.make(), await kit.people.make()]
  const made = await call("Feed/createContent", { title: "Ebb", preview: "Dusk.", contentStatusId: 3 }, mara)
  const contentId = String(made.data["content"]?.["id"])
  const caseIds: Array<string> = []
  const comment = async (text: string) => {
    const written = await call("Feed/CreateComment", { contentId, text }, author)
    const commentId = String(written.data["comment"]?.["id"])
    await call("Feed/ReviewComment", { commentId, action: "approve" }, mara)
    expect((await call("Feed/ReportComment", { commentId, reason: "Rude" }, reporter)).status).toBe(200)
    caseIds.push(caseIdOf({ kind: "comment", targetId: commentId }))
    return commentId
  }
  const [first, second] = [await comment("You fool"), await comment("You liar")]
  await comment("You thief")
  const [sender, receiver] = [await kit.people.make(), await kit.people.make()]
  const room = { scope: "Person", personIds: [sender.personId, receiver.personId] } as const
  const message = { by: sender.personId, room, clientId: "m2", text: "Buy now", replyTo: null, pictures: [] }
  const { roomId, seq } = await run(Effect.orDie(Chats.use((chats) => chats.post(message))))
  await run(Effect.orDie(Chats.use((chats) => chats.report({ by: receiver.personId, room, seq, reason: "Spam" }))))
  caseIds.push(caseIdOf({ kind: "message", targetId: `${roomId}:${seq}` }))
  const opening = await run(openCasesReactor)
  await reactTwice(opening, ["publishing.CommentReported.v1", "chat.MessageReported.v1"])
  expect((await Promise.all(caseIds.map(find))).map((each) => each?.status)).toEqual(Array(4).fill("open"))

  await call("Feed/DeleteComment", { commentId: first }, author)
  await call("Feed/DeleteComment", { commentId: second }, mara)
  await call("Feed/DeleteContent", { contentId }, mara)
  const removal = Chats.use((chats) => chats.remove({ by: sender.personId, room, seq }))
  await run(
    Effect.orDie(removal).pipe(
      Effect.provideService(CurrentMeta, {
        ...{ actor: `user:${sender.personId}`, commandId: null, correlationId: null, causationId: null },
      }),
    ),
  )
  await reactTwice(opening, [
    ...["publishing.CommentRemoved.v1", "chat.MessageRemoved.v1", "publishing.PostDeleted.v1"],
  ])
  const found = await Promise.all(caseIds.map(find))
  expect(found.map((each) => [each?.status, each?.lapse?.cause])).toEqual([
    ["closed", "author"],
    ["closed", "creator"],
    ["closed", "creator"],
    ["closed", "author"],
  ])
  const lapses = (await eventsOf("moderation.CaseLapsed.v1")).map(({ data }) => data)
  expect(lapses).toHaveLength(4)
  expect(lapses[0]).toMatchObject({ reporterIds: [reporter.personId] })
})

it("a reported post is withheld and restored by the decisions of operators, and its author appeals", async () => {
  const [reporter, late] = [await kit.people.make(), await kit.people.make()]
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#36c" } })
    .png()
    .toBuffer()
  const { key: cover } = await run(
    Effect.orDie(Pictures.use(({ keep }) => keep(mara.personId, bytes, { purpose: "post" }))),
  )
  const pictured = async () =>
    (await kit.get(`/api/Home/Image?${new URLSearchParams({ key: cover, type: "header" })}`)).status
  const text = { title: "Spring tide", preview: "They will pay.", gated: "All of them.", levelId: 2, cover }
  const made = await call("Feed/createContent", { ...text, contentStatusId: 3 }, mara)
  const id = String(made.data["content"]?.["id"])
  const view = async (person: TestPerson) => (await call("Feed/ViewContent", { contentId: id }, person)).status
  const report = (person: TestPerson, reason = "A threat", of = id) =>
    call("Feed/ReportContent", { kind: "post", id: of, reason }, person)
  expect((await report(reporter, "  ")).status).toBe(400)
  for (const unknown of ["x", reporter.personId]) expect((await report(reporter, "A threat", unknown)).status).toBe(404)
  for (const person of [reporter, reporter, mara]) expect((await report(person)).status).toBe(200)
  const caseId = caseIdOf({ kind: "post", targetId: id })
  // The gated part is not for the person who reported it.
  expect(await find(caseId)).toMatchObject({ text: "Spring tide\n\nThey will pay.", version: 1 })
  expect((await find(caseId))?.reports.map(({ reporterId }) => reporterId)).toEqual([reporter.personId])

  // Guests get the same answer for everything, and count once for each network.
  const asGuest = async (of: string, reason = "A threat") => {
    const { status, body } = await kit.post(
      "/api/Feed/ReportContent",
      { kind: "post", id: of, reason },
      { address: "2001:db8::7" },
    )
    return [status, body.message]
  }
  expect((await asGuest(id, " "))[0]).toBe(400)
  const [first, again, unknown] = [await asGuest(id), await asGuest(id), await asGuest(reporter.personId)]
  expect([first?.[0], again, unknown]).toEqual([200, first, first])
  expect(await find(caseId)).toMatchObject({ version: 2, reports: [{ isGuest: false }, { isGuest: true }] })
  expect((await find(caseId))?.text).toBe("Spring tide\n\nThey will pay.")
  expect((await asGuest(id))[0]).toBe(200)
  expect((await asGuest(id))[0]).toBe(429)

  await run(Effect.orDie(Moderation.use(({ takeDown }) => takeDown(caseId, { by: "operator:ada", seen: 2 }, reasons))))
  const applying = await run(applyMeasuresReactor)
  await reactTwice(applying, ["moderation.MeasureTaken.v1"])
  await expect.poll(() => view(reporter)).toBe(404)
  expect(await pictured()).toBe(451)
  expect(await view(mara)).toBe(200)
  // A page that was opened before reports what is withheld now.
  expect((await report(late)).status).toBe(200)
  expect((await find(caseId))?.reports).toHaveLength(3)
  expect((await eventsOf("moderation.ReportAnswered.v1")).map(({ data }) => data)).toMatchObject([
    { reporterId: late.personId },
  ])

  expect((await call("UserProfile/AppealDecision", { caseId, text: "It is a play" }, mara)).status).toBe(200)
  const granting = Moderation.use(({ decideAppeal }) =>
    decideAppeal(caseId, { by: "operator:ben", seen: 5 }, { isGranted: true, note: "It is." }),
  )
  await run(Effect.orDie(granting))
  await reactTwice(applying, ["moderation.MeasureTaken.v1", "moderation.MeasureLifted.v1"])
  await expect.poll(() => view(reporter)).toBe(200)
  expect(await pictured()).toBe(200)
  expect((await eventsOf("publishing.PostReleased.v1")).length).toBe(1)
})
