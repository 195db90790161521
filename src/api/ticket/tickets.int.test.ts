import { Effect, Result } from "effect"
import { unzipSync } from "fflate"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Applications } from "#core/channels"
import { eraseSubject } from "#core/kernel"
import { MediaStorage } from "#core/media"
import { Notices } from "#core/notifications"
import { Attachments, Support, Tickets } from "#core/tickets"
import { listNotices } from "#projections/notifications"
import { waitFor } from "#projections/runner"
import { findThread, findTicket, listQueue, ticketMarks } from "#projections/tickets"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { as } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

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

type Ticket = {
  readonly ticketNumber: string
  readonly status: string
  readonly version: number
  readonly mayRate: boolean
  readonly messages: ReadonlyArray<{
    readonly author: string
    readonly text: string
    readonly fromTicket: string | null
  }>
}
const call = async (name: string, body: object, who?: TestPerson, key?: string) => {
  const headers = key === undefined ? {} : { headers: { "idempotency-key": key } }
  const { status, body: answer } = await kit.post(`/api/Ticket/${name}`, body, { ...(who && as(who)), ...headers })
  return { status, message: answer.message, errors: answer.errors, ...(answer.data as { ticket?: Ticket } | null) }
}
const open = async (who: TestPerson, subject = "My withdrawal"): Promise<Ticket> => {
  const { ticket } = await call("CreateTicket", { topic: "wallet", subject, text: "Where is it?" }, who)
  return ticket as Ticket
}
const listed = async (who: TestPerson, state = "all") => {
  const { body } = await kit.post("/api/Ticket/LoadMyTickets", { state }, as(who))
  const { tickets } = body.data as unknown as { readonly tickets: ReadonlyArray<Ticket> }
  return tickets.map(({ ticketNumber, status }) => [ticketNumber, status])
}
const load = async (who: TestPerson, ticketNumber: string) =>
  (await call("LoadTicket", { ticketNumber }, who)).ticket as Ticket

const by = "operator:ada"
const idOf = async (number: string) => (await run(Tickets.use(({ idOf: find }) => find(number)))) ?? ""
/** Runs a command of an operator, and waits until the read model has it. */
const decide = async (
  number: string,
  act: (
    support: (typeof Support)["Service"],
    ticketId: string,
  ) => Effect.Effect<{ readonly position: number; readonly number: string }, unknown>,
) => {
  const ticketId = await idOf(number)
  const done = await run(Effect.orDie(Support.use((support) => act(support, ticketId))))
  await run(waitFor("tickets", done.position, 20_000))
  return done
}
/** Answers, and lets the answer go without waiting for its time. */
const answer = async (number: string, text: string, outcome: "waiting" | "solved", seen: number) => {
  await decide(number, (support, ticketId) => support.reply(ticketId, by, { text, outcome, seen }))
  await kit.sql`update es.event set data = jsonb_set(data, '{releaseAt}', '"2020-01-01T00:00:00.000Z"')
    where type = 'tickets.ReplyHeld.v1'`
  const ticketId = await idOf(number)
  await run(Tickets.use(({ advance }) => advance(ticketId)))
  await expect.poll(async () => (await run(findThread(ticketId))).messages.at(-1)?.state).toBe("public")
}

describe("support tickets", () => {
  it("[S6-009] are refused to guests, and open to every signed-in person", async () => {
    const person = await kit.people.make({ displayName: null })
    const form = { topic: "other", subject: "Hello", text: "Is anybody there?" }
    const { ticketNumber } = await open(person)
    for (const [name, body] of Object.entries({
      CreateTicket: form,
      LoadMyTickets: {},
      LoadTicket: { ticketNumber },
      ReplyTicket: { ticketNumber, text: "x" },
      CloseTicket: { ticketNumber },
      RateTicket: { ticketNumber, rating: "good" },
    }))
      expect([name, (await call(name, body)).status]).toEqual([name, 401])
    expect(await call("CreateTicket", form, person)).toMatchObject({ status: 200, ticket: { status: "open" } })
  })

  it("[S2-019] are opened, answered, replied to, closed and rated", async () => {
    const person = await kit.people.make()
    const { ticketNumber } = await open(person)
    expect(ticketNumber).toMatch(/^T[0-9A-HJKMNP-TV-Z]{8}$/)
    await answer(ticketNumber, "Which address?", "waiting", 1)
    expect(await load(person, ticketNumber.toLowerCase())).toMatchObject({
      ...{ status: "waiting", version: 2, mayClose: true, mayRate: false },
      messages: [
        { author: "you", text: "Where is it?" },
        { author: "support", text: "Which address?" },
      ],
    })
    expect(await call("ReplyTicket", { ticketNumber, text: " The new one " }, person)).toMatchObject({
      ...{ status: 200, message: "Reply sent" },
      ticket: { status: "open", version: 3 },
    })
    expect(await call("RateTicket", { ticketNumber, rating: "good" }, person)).toMatchObject({ status: 409 })
    expect((await call("CloseTicket", { ticketNumber }, person)).ticket).toMatchObject({ status: "solved" })
    const rated = await call("RateTicket", { ticketNumber, rating: "bad", comment: "Slow" }, person)
    expect(rated.ticket).toMatchObject({ rating: "bad", ratingComment: "Slow" })
    expect((await call("ReplyTicket", { ticketNumber, text: "Again" }, person)).ticket).toMatchObject({
      status: "open",
    })
  })

  it("[S2-020] are listed for their own person alone, the last changed first", async () => {
    const [person, other] = [await kit.people.make(), await kit.people.make()]
    const [first, second] = [await open(person, "First"), await open(person, "Second")]
    await open(other)
    await call("CloseTicket", { ticketNumber: first.ticketNumber }, person)
    expect(await listed(person)).toEqual([
      [first.ticketNumber, "solved"],
      [second.ticketNumber, "open"],
    ])
    expect(await listed(person, "open")).toEqual([[second.ticketNumber, "open"]])
    expect(await listed(person, "done")).toEqual([[first.ticketNumber, "solved"]])
  })

  it("are opened once by a request that is sent twice, and name what is wrong with a form", async () => {
    const person = await kit.people.make()
    const form = { topic: "feeds", subject: "Twice", text: "Once" }
    const key = "01890000-0000-7000-8000-00000000abcd"
    const [one, two] = [await call("CreateTicket", form, person, key), await call("CreateTicket", form, person, key)]
    expect(one.ticket?.ticketNumber).toBe(two.ticket?.ticketNumber)
    expect((await listed(person)).length).toBe(1)
    expect(await call("CreateTicket", { ...form, subject: "x", text: " " }, person)).toMatchObject({
      status: 400,
      errors: { subject: ["Minimum 3 characters"], text: ["Write your message first."] },
    })
  })

  it("show nothing of notes, of answers that have not left and of those that were taken back", async () => {
    const person = await kit.people.make()
    const { ticketNumber } = await open(person)
    const before = await run(ticketMarks([person.personId]))
    await decide(ticketNumber, (support, id) => support.note(id, by, "canary note"))
    await decide(ticketNumber, (support, id) => support.assign(id, by, "operator:ben"))
    await decide(ticketNumber, (support, id) => support.reply(id, by, { text: "canary", outcome: "solved", seen: 1 }))
    expect(JSON.stringify(await load(person, ticketNumber))).not.toMatch(/canary|operator/)
    await decide(ticketNumber, (support, id) => support.takeBack(id, by))
    expect(JSON.stringify(await load(person, ticketNumber))).not.toMatch(/canary|operator/)
    const exported = await kit.post("/api/User/ExportData", {}, as(person))
    expect(exported.status).toBe(200)
    // Nor does an open page learn that something happened.
    expect(await run(ticketMarks([person.personId]))).toEqual(before)
    const { messages } = await run(findThread(await idOf(ticketNumber)))
    expect(messages.map(({ state }) => state)).toEqual(["public", "note", "takenBack"])
  })

  it("that were merged show as one thread, and after an unmerge as before", async () => {
    const person = await kit.people.make()
    const [one, two] = [await open(person, "One"), await open(person, "Two")]
    const before = [await load(person, one.ticketNumber), await load(person, two.ticketNumber)]
    const target = await idOf(two.ticketNumber)
    await decide(one.ticketNumber, (support, id) => support.merge(id, target, by))
    expect((await load(person, two.ticketNumber)).messages.map(({ fromTicket }) => fromTicket)).toEqual([
      one.ticketNumber,
      null,
    ])
    expect(await listed(person)).toEqual([[two.ticketNumber, "open"]])
    await decide(one.ticketNumber, (support, id) => support.unmerge(id, by))
    const unmerged = [await load(person, one.ticketNumber), await load(person, two.ticketNumber)]
    const withoutTime = (tickets: ReadonlyArray<Ticket>) => tickets.map((ticket) => ({ ...ticket, changed: 0 }))
    expect(withoutTime(unmerged)).toEqual(withoutTime(before))
  })

  it("are a queue for operators, by status, priority, assignee and tag", async () => {
    const person = await kit.people.make()
    const { ticketNumber } = await open(person, "Queued")
    await decide(ticketNumber, (support, id) => support.prioritise(id, by, "urgent"))
    await decide(ticketNumber, (support, id) => support.tag(id, by, ["Chain", "chain "]))
    const queue = (filter: object) => run(listQueue({ statuses: ["open"], ...filter }))
    const numbers = async (filter: object) => (await queue(filter)).map(({ number }) => number)
    expect(await numbers({ priority: "urgent" })).toEqual([ticketNumber])
    expect(await numbers({ tag: "chain", assignee: null })).toEqual([ticketNumber])
    expect(await numbers({ tag: "chain", assignee: "operator:ben" })).toEqual([])
    const [first] = await queue({ limit: 1 })
    expect(await numbers({ after: first })).not.toContain(first?.number)
  })

  it("are in the export of their person, without saying which operator answered", async () => {
    const person = await kit.people.make()
    const { ticketNumber } = await open(person)
    await answer(ticketNumber, "Which address?", "waiting", 1)
    const form = { subject: "Harbour Notes", about: "Essays about small ports.", languageCodes: ["EN"], links: [] }
    expect((await kit.post("/api/UserProfile/ApplyContentCreator", form, as(person))).status).toBe(200)
    const rejected = await run(
      Effect.orDie(Applications.use((service) => service.reject(person.personId, by, "notOwnWork", "Say more."))),
    )
    await run(waitFor("applications", rejected, 20_000))
    const { bytes } = await kit.post("/api/User/ExportData", {}, { token: person.token })
    const files = Object.values(unzipSync(bytes)).map((file) => Buffer.from(file).toString())
    for (const text of ["Which address?", "Say more."]) expect(files.join("")).toContain(text)
    expect(files.filter((file) => file.includes("operator:"))).toEqual([])
  })

  it("are gone when their person has left", async () => {
    const person = await kit.people.make()
    const { ticketNumber } = await open(person)
    await decide(ticketNumber, (support, id) => support.note(id, by, "canary"))
    const ticketId = await idOf(ticketNumber)
    await run(eraseSubject(person.personId))
    await run(Tickets.use(({ forget }) => forget(person.personId)))
    await expect.poll(() => run(findTicket(ticketNumber))).toBe(null)
    expect((await kit.sql`select 1 from read.ticket_message where ticket_id = ${ticketId}`).length).toBe(0)
  })

  it("have files of support, which the person can open once the answer has left, and of nothing else", async () => {
    const [person, stranger] = [await kit.people.make(), await kit.people.make()]
    const { ticketNumber } = await open(person, "Guide")
    const keep = (name: string, from?: "support") =>
      run(
        Effect.orDie(
          Attachments.use(({ keep: store }) => store(person.personId, name, Buffer.from(`canary ${name}`), from)),
        ),
      )
    const take = (ids: ReadonlyArray<string>, from?: "support") =>
      run(Effect.result(Attachments.use(({ take: find }) => find(person.personId, ids, from))))
    const [saved, noted] = [await keep("guide.txt", "support"), await keep("inside.txt", "support")]
    // Nobody sends a file of the other side as their own.
    expect((await take([saved.attachmentId]))._tag).toBe("Failure")
    expect((await take([(await keep("own.txt")).attachmentId], "support"))._tag).toBe("Failure")
    const [guide, inside] = [
      Result.getOrThrow(await take([saved.attachmentId], "support")),
      Result.getOrThrow(await take([noted.attachmentId], "support")),
    ]
    const download = async (id: string, who = person) =>
      (await kit.post("/api/Ticket/LoadAttachment", { ticketNumber, attachmentId: id }, as(who))).status
    const names = async () => JSON.stringify(await load(person, ticketNumber))
    await decide(ticketNumber, (support, id) => support.note(id, by, "Only for us", inside))
    await decide(ticketNumber, (support, id) =>
      support.reply(id, by, { text: "See the guide.", outcome: "waiting", seen: 1, files: guide }),
    )
    expect([await download(saved.attachmentId), await download(noted.attachmentId)]).toEqual([404, 404])
    expect(await names()).not.toMatch(/guide\.txt|inside\.txt/)
    await kit.sql`update es.event set data = jsonb_set(data, '{releaseAt}', '"2020-01-01T00:00:00.000Z"')
      where type = 'tickets.ReplyHeld.v1'`
    const ticketId = await idOf(ticketNumber)
    await run(Tickets.use(({ advance }) => advance(ticketId)))
    await expect.poll(names).toMatch(/guide\.txt/)
    expect([await download(saved.attachmentId), await download(noted.attachmentId)]).toEqual([200, 404])
    expect([await download(saved.attachmentId, stranger), await names()]).toEqual([
      404,
      expect.not.stringContaining("inside.txt"),
    ])
  })

  it("have files: pictures are encoded again, PDF and text are sealed, and everything else is refused", async () => {
    const [person, stranger] = [await kit.people.make(), await kit.people.make()]
    const upload = async (bytes: Uint8Array | string, name: string, who = person) => {
      const init = { ...as(who), method: "POST", body: bytes as BodyInit }
      const path = `/api/Ticket/UploadAttachment?${new URLSearchParams({ name })}`
      const { status, body } = await kit.send(path, {
        ...init,
        headers: { "content-type": "application/octet-stream" },
      })
      return { status, ...(body.data as { attachmentId?: string; mediaType?: string; name?: string } | null) }
    }
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#c33" } })
      .withExif({ IFD0: { Copyright: "canary" } })
      .jpeg()
      .toBuffer()
    const pdf = "%PDF-1.7\n1 0 obj <</S /JavaScript>>\ncanary"
    const files = [
      await upload(picture, "../../\u202ephoto.exe"),
      await upload(pdf, "bill.html"),
      await upload("2026-11-27 \u001b[31merror\u001b[0m canary\n", "app.log"),
    ]
    expect(files.map(({ mediaType, name }) => [mediaType, name])).toEqual([
      ["image/webp", "photo.exe"],
      ["application/pdf", "bill.html"],
      ["text/plain", "app.log"],
    ])
    for (const [bytes, name] of [
      ["<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "a.jpg"],
      ["\n <!doctype html><script>1</script>", "a.txt"],
      ["PK\u0003\u0004zip", "a.png"],
      [Buffer.from([0xff, 0xfe, 0x00]), "a.txt"],
      [picture.subarray(0, 100), "a.jpg"],
      ["", "a.txt"],
    ] as const)
      expect([name, (await upload(bytes, name)).status]).toEqual([name, 422])

    const attachmentIds = files.map(({ attachmentId }) => attachmentId ?? "")
    const form = { topic: "other", subject: "Files", text: "See", attachmentIds }
    expect(await call("CreateTicket", form, stranger)).toMatchObject({ status: 404 })
    const { ticket: made } = await call("CreateTicket", form, person)
    const ticketNumber = made?.ticketNumber ?? ""
    const [first] = (await load(person, ticketNumber)).messages as unknown as ReadonlyArray<{ files: Array<object> }>
    expect(first?.files.length).toBe(3)
    const download = (attachmentId = "", who = person) =>
      kit.post("/api/Ticket/LoadAttachment", { ticketNumber, attachmentId }, as(who))
    const [shown, sealedPdf] = [await download(attachmentIds[0]), await download(attachmentIds[1])]
    expect(shown.headers.get("content-type")).toBe("image/webp")
    expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined()
    expect([sealedPdf.text, sealedPdf.headers.get("content-type")]).toEqual([pdf, "application/octet-stream"])
    expect(sealedPdf.headers.get("content-disposition")).toMatch(/^attachment; filename="T\w{8}-\w{6}\.pdf"$/)
    expect(sealedPdf.headers.get("x-content-type-options")).toBe("nosniff")

    // Neither by somebody else, nor through another ticket, nor from the storage without the ticket's key.
    const other = await open(person)
    const through = { ticketNumber: other.ticketNumber, attachmentId: attachmentIds[0] }
    expect((await kit.post("/api/Ticket/LoadAttachment", through, as(person))).status).toBe(404)
    expect((await download(attachmentIds[0], stranger)).status).toBe(404)
    const storage = await run(MediaStorage.pipe(Effect.provide(MediaStorage.layer)))
    const stored = await storage.read(`tickets/${attachmentIds[1]?.slice(-2)}/${attachmentIds[1]}`)
    expect(Buffer.from(stored ?? []).toString("latin1")).not.toMatch(/canary|PDF/)

    // A file that no message has goes after a day; one of a message stays.
    const { attachmentId: loose = "" } = await upload("nobody sends this", "a.txt")
    await kit.sql`update tickets.attachment set made_at = now() - interval '2 days'`
    await run(Attachments.use(({ sweep }) => sweep((id) => Effect.succeed(attachmentIds.includes(id)))))
    expect(await call("ReplyTicket", { ticketNumber, text: "x", attachmentIds: [loose] }, person)).toMatchObject({
      status: 404,
    })
    expect((await download(attachmentIds[2])).status).toBe(200)
  })

  it.each([
    ["withdrawal", "01890000-0000-7000-8000-00000000ffff"],
    ["payment", "1-available-1"],
    ["feed", "nothing"],
    ["message", "01890000-0000-7000-8000-00000000ffff"],
  ])("never refer to a %s that is not the person's own", async (kind, id) => {
    const person = await kit.people.make()
    const form = { topic: "other", subject: "Linked", text: "About", link: { kind, id } }
    expect(await call("CreateTicket", form, person)).toMatchObject({ status: 404 })
    expect(await listed(person)).toEqual([])
  })

  it("refer to a message of the person, and of nobody else", async () => {
    const [person, stranger] = [await kit.people.make(), await kit.people.make()]
    const content = { kind: "stepOn", values: {} }
    const given = { type: "Account", content, givenAt: "2026-01-01T00:00:00.000Z" } as const
    const position = await run(Notices.use(({ give }) => give(person.personId, "source", given)))
    await run(waitFor("notices", position, 20_000))
    const [notice] = await run(listNotices(person.personId, { type: null, limit: 1 }))
    const link = { kind: "message", id: notice?.noticeId ?? "" }
    const form = { topic: "other", subject: "Linked", text: "About", link }
    expect((await call("CreateTicket", form, person)).ticket).toMatchObject({ link })
    expect(await call("CreateTicket", form, stranger)).toMatchObject({ status: 404 })
  })
})
