import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AccountDeletion } from "#core/accounts"
import { uuidv7 } from "#core/kernel"
import { Bounces, MailLists, Sendings, Tokens } from "#core/newsletters"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { writeReaders } from "../../web/exporting/writeReaders.ts"
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

const call = (name: string, body: object = {}, person?: TestPerson) =>
  kit.post(`/api/Feed/${name}`, body, person === undefined ? {} : as(person))
const creator = async (subject: string) => {
  const person = await kit.people.make({ displayName: "Mara" })
  return { person, ...(await makeCreator(db.url, person, { subject })) }
}
const set = (person: TestPerson, emailSettingId: number, channelCode?: string) =>
  call("UpdateEmailSetting", { emailSettingId, ...(channelCode === undefined ? {} : { channelCode }) }, person)

describe("an email setting", () => {
  it("is chosen for one channel, changed for all, and ended for one and for all [S7-107]", async () => {
    const [harbour, garden] = [await creator("Harbour Notes"), await creator("Garden Notes")]
    const reader = await kit.people.make()
    expect((await set(reader, 2, harbour.channelCode)).body.data).toEqual({
      settings: [
        {
          channelCode: harbour.channelCode,
          subject: "Harbour Notes",
          emailSettingId: 2,
          sendListStatusId: 1,
          shareAddress: false,
        },
      ],
    })
    await set(reader, 4, garden.channelCode.toLowerCase())
    const daily = await set(reader, 3)
    expect(daily.body.data["settings"]).toMatchObject([
      { subject: "Garden Notes", emailSettingId: 3 },
      { subject: "Harbour Notes", emailSettingId: 3 },
    ])
    const one = await set(reader, 1, garden.channelCode)
    expect(one.body.data["settings"]).toMatchObject([
      { subject: "Garden Notes", emailSettingId: 1, sendListStatusId: 2, shareAddress: false },
      { subject: "Harbour Notes", emailSettingId: 3, sendListStatusId: 1, shareAddress: false },
    ])
    const none = await set(reader, 1)
    expect(none.body.data["settings"]).toMatchObject([{ emailSettingId: 1 }, { emailSettingId: 1 }])
    expect(await set(reader, 2, "NOBODY")).toMatchObject({ status: 404 })
    expect(await set(reader, 5, harbour.channelCode)).toMatchObject({ status: 400 })
    expect(await call("UpdateEmailSetting", { emailSettingId: 2 })).toMatchObject({ status: 401 })
  })

  it("shows that mail bounced, and mail comes again once its reader asks for it", async () => {
    const { channelCode, channelId } = await creator("Bounced Notes")
    const reader = await kit.people.make()
    await set(reader, 2, channelCode)
    const position = await run(MailLists.use(({ leave }) => leave(reader.personId, "all", "bounce")))
    await run(waitFor("mail_lists", position, 20_000))
    await kit.sql`
      insert into newsletters.suppression (address, channel_id, reason, made_at)
      select ${await run(digestOf(reader.email))}, 0, 'bounce', now()`
    const suppressed = () => run(Bounces.use((bounces) => bounces.suppressed([reader.email], channelId)))
    expect([(await suppressed()).size, await statusOf(reader)]).toEqual([1, [3]])
    await set(reader, 2, channelCode)
    expect([(await suppressed()).size, await statusOf(reader)]).toEqual([0, [1]])
  })

  it("is deleted with the account, and its reader is on no list", async () => {
    const { channelCode, channelId } = await creator("Forgotten Notes")
    const reader = await kit.people.make()
    await set(reader, 2, channelCode)
    const rows = () => kit.sql`select person_id from read.mail_list where channel_id = ${channelId}`
    expect(await rows()).toEqual([{ person_id: reader.personId }])
    await run(AccountDeletion.use((deletion) => deletion.erase(reader.personId)))
    // The reactor of the worker does it.
    await run(MailLists.use(({ forget }) => forget(reader.personId)))
    await expect.poll(rows).toEqual([])
  })
})

describe("the address of a reader", () => {
  const addressesOf = async (channelId: number) => {
    const text = await new Response(writeReaders(channelId)).text()
    return text.trim().split("\r\n").slice(1)
  }
  it("is in the creator's table only after its reader agreed, until they withdraw or leave", async () => {
    const { person, channelCode, channelId } = await creator("Shared Notes")
    const [first, second, silent] = [
      await kit.people.make({ displayName: '=cmd|"a"' }),
      await kit.people.make(),
      await kit.people.make(),
    ]
    const share = (who: TestPerson, emailSettingId: number, shareAddress?: boolean) =>
      call(
        "UpdateEmailSetting",
        { channelCode, emailSettingId, ...(shareAddress === undefined ? {} : { shareAddress }) },
        who,
      )
    await share(silent, 2)
    await share(first, 2, true)
    const { settings } = (await share(second, 3, true)).body.data as unknown as {
      settings: ReadonlyArray<{ shareAddress: boolean }>
    }
    expect(settings).toMatchObject([{ shareAddress: true }])
    const lines = await addressesOf(channelId)
    expect(lines).toHaveLength(2)
    expect(lines.join("\n")).toContain(`${first.email},"'=cmd|""a""",immediate,`)
    expect(lines.join("\n")).toContain(`${second.email},`)
    // How often mail comes may change without saying anything of the address.
    await share(second, 2)
    expect(await addressesOf(channelId)).toHaveLength(2)
    const { data } = (await kit.post("/api/Channel/LoadExport", { channelId }, as(person))).body
    expect(data).toMatchObject({ readers: 2, readersUrl: expect.stringContaining("/writers/readers.csv?channel=") })
    await share(second, 2, false)
    await share(first, 1)
    expect(await addressesOf(channelId)).toEqual([])
    // Who joins again has not agreed again.
    await share(first, 2)
    expect(await addressesOf(channelId)).toEqual([])
    // Who is on no list has nothing to share.
    expect((await share(second, 1, true)).status).toBe(200)
    expect(await addressesOf(channelId)).toEqual([])
  })
})

describe("a report on mail about posts", () => {
  it("counts letters by status and exclusions by reason, and names readers without addresses [S7-112] [S7-113]", async () => {
    const { person, channelCode, channelId } = await creator("Reported Notes")
    const readers = await Promise.all(
      Array.from({ length: 7 }, (_, index) => kit.people.make({ displayName: `R${index}` })),
    )
    for (const reader of readers.slice(0, 2)) await set(reader, 2, channelCode)
    const sendingId = uuidv7(Date.now())
    const times = { dueMs: Date.now(), expiresMs: Date.now() + 1_000_000 }
    const held = { sendingId, postId: sendingId, kind: "post", channelId, authorId: person.personId, ...times } as const
    const people = readers.map(({ personId }) => ({ personId, exclusion: null }))
    await run(
      Sendings.use((sendings) =>
        Effect.gen(function* () {
          yield* sendings.hold(held)
          yield* sendings.addCandidates(sendingId, 1, people)
          yield* sendings.start({ ...held, state: "held" })
        }),
      ),
    )
    const states = ["sent", "sent", "sent", "sent", "excluded", "excluded", "waiting"]
    const reasons = [null, null, null, null, "undeliverable", "left", null]
    for (const [index, { personId }] of readers.entries()) {
      await kit.sql`
        update newsletters.letter set state = ${states[index] ?? ""}, reason = ${reasons[index] ?? null},
          settled_at = now() - ${index === 1 ? "2 days" : "1 minute"}::text::interval,
          opened_at = ${index === 2 ? new Date() : null}, bounced_at = ${index === 3 ? new Date() : null}
        where sending_id = ${sendingId} and person_id = ${personId}`
    }
    const listed = await call("NewPostEmailReport", { channelCode }, person)
    expect(listed.body.data).toMatchObject({
      reports: [
        {
          contentId: sendingId,
          state: "running",
          candidates: 7,
          emailStatus: { Queued: 1, Sent: 1, Delivered: 1, Opened: 1, Bounced: 1, Failed: 1 },
          excluded: { left: 1 },
        },
      ],
      sendList: { Subscribed: 2, Unsubscribed: 0, Bounced: 0 },
      hasMore: false,
    })
    const opened = await call("NewPostEmailDetailReport", { contentId: sendingId, emailStatusId: 4 }, person)
    expect(opened.body.data["readers"]).toMatchObject([
      { userCode: readers[2]?.userCode, displayName: "R2", emailStatusId: 4 },
    ])
    const all = await call("NewPostEmailDetailReport", { contentId: sendingId }, person)
    expect((all.body.data["readers"] as unknown as ReadonlyArray<object>).length).toBe(6)
    expect(JSON.stringify(all.body)).not.toContain("@")

    expect((await call("CancelEmail", { contentId: sendingId }, readers[0])).status).toBe(404)
    const cancelled = await call("CancelEmail", { contentId: sendingId }, person)
    expect(cancelled.body.data["report"]).toMatchObject({
      state: "cancelled",
      emailStatus: { Queued: 0 },
      excluded: { left: 1, cancelled: 1 },
    })
    expect((await call("CancelEmail", { contentId: sendingId }, person)).status).toBe(409)
  })
})

const digestOf = (address: string) => Tokens.use((tokens) => Effect.succeed(tokens.digestOf(address)))
const statusOf = async (reader: TestPerson) => {
  const { settings } = (await call("UpdateEmailSetting", { emailSettingId: 2 }, reader)).body.data as unknown as {
    settings: ReadonlyArray<{ sendListStatusId: number }>
  }
  return settings.map(({ sendListStatusId }) => sendListStatusId)
}
