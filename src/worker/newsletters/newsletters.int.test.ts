import { Effect } from "effect"
import { simpleParser } from "mailparser"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AccountDeletion } from "#core/accounts"
import { Chats } from "#core/chat"
import { EventStore } from "#core/kernel"
import { Sendings, Tokens } from "#core/newsletters"
import { PostMailLinks, Posts } from "#core/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { startMailServer } from "../../../core/mail/testing/mailServer.ts"
import { as, withClockLater } from "../../api/testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { newslettersReactor } from "../reactors/newsletters.ts"
import { digestDueMs } from "./digestTimes.ts"
import { sendNewsletters } from "./sendNewsletters.ts"

const HOUR_MS = 3_600_000

let db: TestDatabase
let kit: ApiKit
let server: Awaited<ReturnType<typeof startMailServer>>
let mara: TestPerson
let channel: { readonly channelId: number; readonly channelCode: string }

beforeAll(async () => {
  ;[db, server] = await Promise.all([testDatabase(), startMailServer({ user: "quire", password: "p" })])
  const env = { SMTP_URL: server.url, PUBLIC_ORIGIN: "https://quire.example", CONTACT_EMAIL: "post@quire.example" }
  kit = await makeApiKit({ url: db.url, env })
  mara = await kit.people.make({ displayName: "Mara" })
  channel = await makeCreator(db.url, mara, { subject: "Harbour Notes" })
})
afterAll(async () => {
  await kit.close()
  await Promise.all([db.drop(), server.close()])
})
beforeEach(() => {
  server.received.length = 0
})

const call = (name: string, body: object, person: TestPerson) => kit.post(`/api/Feed/${name}`, body, as(person))
const [published, hidden] = [3, 4]
const post = async (more: object = {}): Promise<string> => {
  const body = { title: "Tides & fog", preview: "The harbour at **dawn**.", contentStatusId: published, ...more }
  const { content } = (await call("createContent", body, mara)).body.data as unknown as { content: { id: string } }
  return content.id
}
const gatedText = { gated: "What the pilots say.", levelId: 2 }
const reader = async (emailSettingId = 2): Promise<TestPerson> => {
  const person = await kit.people.make()
  await call("UpdateEmailSetting", { channelCode: channel.channelCode, emailSettingId }, person)
  return person
}
const entitle = async ({ personId }: TestPerson, isEntitled: boolean) => {
  const who = { creatorId: mara.personId, personId }
  const changed = Chats.use((chats) => (isEntitled ? chats.grant({ ...who, level: 2 }) : chats.revoke(who)))
  await run(waitFor("chat", (await run(Effect.orDie(changed))).position))
}
/** Begins the mail about a post as the reactor does, and makes it due. */
const begin = async (postId: string) => {
  const reactor = await run(newslettersReactor)
  const events = await run(EventStore.use((store) => store.readStream(`post-${postId}`)))
  for (const event of events.filter(({ type }) => reactor.types.includes(type))) await reactor.react(event)
  await kit.sql`update newsletters.sending set due_at = now() - interval '1 second' where state = 'held'`
}
const send = () => run(sendNewsletters)
const letterOf = async ({ email }: TestPerson) => {
  const raw = server.received.findLast(({ to }) => to === email)?.raw
  return raw === undefined ? null : simpleParser(raw)
}
const tallyOf = (postId: string) => run(Sendings.use(({ tally }) => tally(postId)))

describe("a newsletter about a post", () => {
  it("has the gated part for those who may read it now, and names everyone else who gets none", async () => {
    const [plain, subscriber, lapsing] = [await reader(), await reader(), await reader()]
    const [digest, leaving, erased] = [await reader(3), await reader(), await reader()]
    await entitle(subscriber, true)
    await entitle(lapsing, true)
    const postId = await post(gatedText)
    await begin(postId)
    // The run is prepared, and then the world changes before a letter is written.
    const sending = {
      sendingId: postId,
      postId,
      kind: "post",
      channelId: channel.channelId,
      authorId: mara.personId,
    } as const
    await run(
      Sendings.use((sendings) =>
        Effect.gen(function* () {
          const people = [plain, subscriber, lapsing, leaving, erased].map(({ personId }) => ({
            personId,
            exclusion: null,
          }))
          yield* sendings.addCandidates(postId, 1, [...people, { personId: digest.personId, exclusion: "digest" }])
          yield* sendings.start({ ...sending, state: "held", dueMs: 0 })
        }),
      ),
    )
    await entitle(lapsing, false)
    await call("UpdateEmailSetting", { emailSettingId: 1 }, leaving)
    await run(AccountDeletion.use((deletion) => deletion.erase(erased.personId)))
    await expect.poll(async () => kit.sql`select from read.account where person_id = ${erased.personId}`).toEqual([])
    await send()

    expect((await letterOf(subscriber))?.text).toContain("What the pilots say.")
    for (const each of [plain, lapsing]) {
      const letter = await letterOf(each)
      expect(letter?.text).toContain("The harbour at dawn.")
      expect(letter?.text).toContain("the rest of this post is for subscribers")
      expect(JSON.stringify(letter)).not.toContain("pilots")
    }
    for (const each of [digest, leaving, erased]) expect(await letterOf(each)).toBeNull()
    expect(await tallyOf(postId)).toEqual({
      candidates: 6,
      submitted: 3,
      uncertain: 0,
      open: 0,
      excluded: { digest: 1, left: 1, erased: 1 },
      byLevel: { 1: 2, 2: 1 },
    })
  })

  it("leads to the post, and out of the list by one click, with tokens of its reader", async () => {
    const person = await reader()
    const postId = await post({ title: 'A "title" <b>with</b> marks\u202e' })
    await begin(postId)
    await send()
    const letter = await letterOf(person)
    expect(letter?.subject).toBe('A "title" <b>with</b> marks')
    expect(letter?.from?.value).toEqual([{ address: "post@quire.example", name: "Harbour Notes" }])
    expect(String(letter?.html)).not.toContain("<b>with</b>")
    const [, read = ""] = /\?mail=([\w-]+)/.exec(letter?.text ?? "") ?? []
    const [, out = ""] = /\/mail\/out\/([\w-]+)/.exec(letter?.text ?? "") ?? []
    const known = await run(
      Effect.gen(function* () {
        return [(yield* PostMailLinks).read(read, Date.now()), (yield* Tokens).readOutToken(out)]
      }),
    )
    const { personId } = person
    expect(known).toEqual([
      { personId, postId },
      { personId, channelId: channel.channelId },
    ])
    const raw = server.received.findLast(({ to }) => to === person.email)?.raw ?? ""
    expect(raw).toContain(`List-Unsubscribe: <https://quire.example/mail/out/${out}>`)
    expect(raw.toLowerCase()).toContain(`list-id: <${channel.channelCode.toLowerCase()}.quire.example>`)
  })

  it("is written in the language of its reader", async () => {
    const person = await kit.people.make({ locale: "de" })
    await call("UpdateEmailSetting", { channelCode: channel.channelCode, emailSettingId: 2 }, person)
    await begin(await post())
    await send()
    expect((await letterOf(person))?.text).toContain("weil Sie neue Beiträge von Harbour Notes bestellt haben")
  })

  it("is not sent if its post was hidden or deleted in the two minutes before it leaves", async () => {
    const person = await reader()
    const [first, second] = [await post(), await post()]
    await call("UpdateContent", { contentId: first, contentStatusId: hidden }, mara)
    await call("DeleteContent", { contentId: second }, mara)
    for (const each of [first, second]) await begin(each)
    await send()
    expect(await letterOf(person)).toBeNull()
    const { reports } = (await call("NewPostEmailReport", {}, mara)).body.data as unknown as {
      reports: ReadonlyArray<{ contentId: string; state: string }>
    }
    for (const each of [first, second])
      expect(reports.find(({ contentId }) => contentId === each)?.state).toBe("cancelled")
  })

  it("is not sent again when the log is read again, however often it happens", async () => {
    const person = await reader()
    const postId = await post()
    await begin(postId)
    await send()
    await begin(postId)
    await send()
    expect(server.received.filter(({ to }) => to === person.email)).toHaveLength(1)
  })
})

describe("a post that its author does not mail", () => {
  it("is mailed neither when it is published nor when it opens", async () => {
    const person = await reader()
    const postId = await post({ ...gatedText, sendEmail: false, everyoneDays: 0 })
    await run(Posts.use(({ openDue }) => openDue(postId)))
    await begin(postId)
    await send()
    expect(await letterOf(person)).toBeNull()
    expect(await kit.sql`select from newsletters.sending where post_id = ${postId}`).toHaveLength(0)
  })
})

describe("a post that opens to a lower level", () => {
  it("is mailed once to those who may read it only now, and to nobody twice", async () => {
    const [plain, subscriber, digest] = [await reader(), await reader(), await reader(3)]
    await entitle(subscriber, true)
    const postId = await post({ ...gatedText, everyoneDays: 0 })
    await begin(postId)
    await send()
    expect((await letterOf(plain))?.text).not.toContain("pilots")
    await run(Posts.use(({ openDue }) => openDue(postId)))
    await expect.poll(() => kit.sql`select from read.post where post_id = ${postId} and level_id = 1`).toHaveLength(1)
    for (let round = 0; round < 2; round++) {
      await begin(postId)
      await send()
    }
    const letters = (person: TestPerson) => server.received.filter(({ to }) => to === person.email).length
    expect([letters(plain), letters(subscriber), letters(digest)]).toEqual([2, 1, 0])
    const letter = await letterOf(plain)
    expect(letter?.text).toContain("What the pilots say.")
    expect(letter?.text).toContain("You can read all of this post now.")
    const { reports } = (await call("NewPostEmailReport", {}, mara)).body.data as unknown as {
      reports: ReadonlyArray<{ emailId: string; contentId: string; kind: string; excluded: Record<string, number> }>
    }
    const own = reports.filter(({ contentId }) => contentId === postId)
    expect(own.map(({ kind }) => kind).toSorted()).toEqual(["opened", "post"])
    const opened = own.find(({ kind }) => kind === "opened")
    expect(opened?.excluded["had"]).toBeGreaterThan(0)
    expect(opened?.emailId).not.toBe(postId)
  })

  it("waits for subscribers alone if it opens to them, and says who may not read it yet", async () => {
    const [plain, subscriber] = [await reader(), await reader()]
    await entitle(subscriber, true)
    const postId = await post({ ...gatedText, levelId: 3, subscribersDays: 0 })
    await begin(postId)
    await send()
    await run(Posts.use(({ openDue }) => openDue(postId)))
    await expect.poll(() => kit.sql`select from read.post where post_id = ${postId} and level_id = 2`).toHaveLength(1)
    server.received.length = 0
    await begin(postId)
    await send()
    expect(await letterOf(plain)).toBeNull()
    expect((await letterOf(subscriber))?.text).toContain("What the pilots say.")
    const [row] = await kit.sql<Array<{ count: number }>>`
      select count(*)::int as count from newsletters.letter l join newsletters.sending s using (sending_id)
      where s.post_id = ${postId} and s.kind = 'opened' and l.reason = 'locked' and l.person_id = ${plain.personId}`
    expect(row?.count).toBe(1)
  })

  it("is not mailed if its author called off the mail about it", async () => {
    const person = await reader()
    const postId = await post({ ...gatedText, everyoneDays: 0 })
    await begin(postId)
    expect((await call("CancelEmail", { contentId: postId }, mara)).status).toBe(200)
    await run(Posts.use(({ openDue }) => openDue(postId)))
    await begin(postId)
    await send()
    expect(await letterOf(person)).toBeNull()
  })
})

describe("failed letters", () => {
  it("are sent again once for each press, not to addresses that do not exist and not to people who left", async () => {
    const [full, gone, leaving] = [await reader(), await reader(), await reader()]
    server.answer(full.email, 550, "address", "5.2.2")
    server.answer(gone.email, 550, "address", "5.1.1")
    server.answer(leaving.email, 550, "address", "5.2.2")
    const postId = await post()
    await begin(postId)
    await send()
    for (const { email } of [full, gone, leaving]) server.answer(email)
    await call("UpdateEmailSetting", { emailSettingId: 1 }, leaving)
    server.received.length = 0
    const press = () => call("ResendEmail", { contentId: postId }, mara)
    const pressed = await Promise.all([press(), press()])
    expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await send()
    expect(server.received.map(({ to }) => to)).toEqual([full.email])
    const tally = await tallyOf(postId)
    expect(tally).toMatchObject({ open: 0, excluded: { refused: 1, left: 1 } })
    expect((await press()).status).toBe(409)
    const { candidates, submitted, uncertain, excluded } = tally
    expect(candidates).toBe(submitted + uncertain + Object.values(excluded).reduce((sum, count) => sum + count, 0))
  })
})

describe("a test letter", () => {
  const test = (body: object, person = mara) =>
    call("SendTestEmail", { ...{ title: "Tides", preview: "Dawn.", gated: "Pilots.", levelId: 2 }, ...body }, person)

  it("goes to its author alone, as a reader of the level would get it", async () => {
    const postId = await post({ contentStatusId: 1 })
    expect((await test({ contentId: postId, readerLevelId: 1 })).status).toBe(200)
    const letter = await letterOf(mara)
    expect([letter?.subject, server.received.map(({ to }) => to)]).toEqual(["[Test] Tides", [mara.email]])
    expect(letter?.text).toContain("Dawn.")
    expect(letter?.text).not.toContain("Pilots.")
    expect((await test({ contentId: postId, readerLevelId: 2 })).status).toBe(200)
    expect((await letterOf(mara))?.text).toContain("Pilots.")
  })

  it("is limited to ten an hour", async () => {
    const ola = await kit.people.make({ displayName: "Ola" })
    await makeCreator(db.url, ola)
    const { content } = (await call("createContent", { title: "Fog" }, ola)).body.data as unknown as {
      content: { id: string }
    }
    const statuses = []
    for (let sent = 0; sent < 11; sent++)
      statuses.push((await test({ contentId: content.id, readerLevelId: 1 }, ola)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

describe("a digest", () => {
  it("has the newest posts of a reader's channels with their previews alone, once, and nothing for who has none", async () => {
    const [daily, weekly, other] = [await reader(3), await reader(4), await reader(2)]
    const elsewhere = await makeCreator(db.url, await kit.people.make(), { subject: "Quiet Notes" })
    const quiet = await kit.people.make()
    await call("UpdateEmailSetting", { channelCode: elsewhere.channelCode, emailSettingId: 3 }, quiet)
    const postId = await post({ ...gatedText, title: "Yesterday at sea" })
    // On a Monday morning, when both digests are due.
    const mondayMs = digestDueMs("weekly", Date.now())
    const sendDigests = () => run(withClockLater(mondayMs + HOUR_MS - Date.now(), sendNewsletters))
    await kit.sql`update read.post set published_at = ${new Date(mondayMs - HOUR_MS)} where post_id = ${postId}`
    await kit.sql`delete from newsletters.letter where sending_id in (select sending_id from newsletters.sending where kind <> 'post')`
    await kit.sql`delete from newsletters.sending where kind <> 'post'`
    await sendDigests()
    await sendDigests()
    const letter = await letterOf(daily)
    expect(letter?.subject).toBe("New posts today")
    for (const part of ["Yesterday at sea", "Harbour Notes", "The harbour at dawn."])
      expect(letter?.text).toContain(part)
    expect(JSON.stringify(letter)).not.toContain("pilots")
    expect(server.received.filter(({ to }) => to === daily.email)).toHaveLength(1)
    expect([await letterOf(other), await letterOf(quiet)]).toEqual([null, null])
    expect((await letterOf(weekly))?.text).toContain("Yesterday at sea")
    const [row] = await kit.sql`
      select count(*) filter (where reason = 'nothing')::int as nothing from newsletters.letter
      where person_id = ${quiet.personId}`
    expect(row).toMatchObject({ nothing: 1 })
  })
})
