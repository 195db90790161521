import { Effect } from "effect"
import { unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AccountDeletion } from "#core/accounts"
import { Chats } from "#core/chat"
import { MAIL_LINK_NETWORKS_MAX, PostMailLinks } from "#core/publishing"
import { findPost, findTranslations } from "#projections/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { as } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let channel: { readonly channelId: number; readonly channelCode: string }

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  mara = await kit.people.make({ displayName: "Mara" })
  channel = await makeCreator(db.url, mara)
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const call = (name: string, body: object, person?: TestPerson, init: object = {}) =>
  kit.post(`/api/Feed/${name}`, body, { ...(person === undefined ? {} : as(person)), ...init })
type Content = Readonly<Record<string, unknown>> & { readonly id: string; readonly customTitle: string }
const contentOf = (answer: { readonly body: unknown }) =>
  (answer.body as { readonly data: { readonly content: Content } }).data.content
const create = async (body: object, person = mara) => {
  const answer = await call("createContent", body, person)
  expect(answer.status).toBe(200)
  return contentOf(answer)
}
const view = (contentId: string, person?: TestPerson) => call("ViewContent", { contentId }, person)
const grant = async (person: TestPerson, level: 2 | 3) => {
  const granted = Chats.use((chats) => chats.grant({ creatorId: mara.personId, personId: person.personId, level }))
  await run(waitFor("chat", (await run(Effect.orDie(granted))).position))
}

const [draft, scheduled, published, hidden] = [1, 2, 3, 4]
const text = {
  ...{ title: "Tides", preview: "The harbour at **dawn**.", gated: "What the pilots say.", levelId: 2 },
  ...{ languageCode: "EN", tags: ["#Ports"], series: "Harbours" },
}

describe("a content", () => {
  it("[S7-099] is a draft that only its author sees", async () => {
    const made = await create(text)
    expect(made).toMatchObject({
      ...{ ...text, tags: ["Ports"], contentStatusId: draft, revision: 1, published: null },
      ...{
        channelCode: channel.channelCode,
        customTitle: "",
        link: "",
        locked: false,
        description: "The harbour at dawn.",
      },
    })
    expect(contentOf(await view(made.id, mara))).toMatchObject({ gated: text.gated, contentStatusId: draft })
    expect(await view(made.id)).toMatchObject({ status: 404 })
    expect(await view(made.id, await kit.people.make())).toMatchObject({ status: 404 })
    expect(await view("none")).toMatchObject({ status: 404 })
  })

  it("[S7-109] shows its gated part to people with its level, and to no one else", async () => {
    const made = await create({ ...text, title: "Ebb", contentStatusId: published })
    const premium = await create({ ...text, title: "Flow", levelId: 3, contentStatusId: published })
    const [follower, subscriber, patron] = [await kit.people.make(), await kit.people.make(), await kit.people.make()]
    await grant(subscriber, 2)
    await grant(patron, 3)
    const stranger = await kit.people.make()
    await makeCreator(db.url, stranger, { subject: "Elsewhere" })
    const seen = async (id: string) =>
      Promise.all(
        [undefined, follower, stranger, subscriber, patron, mara].map(async (person) => {
          const { gated, locked, preview } = contentOf(await view(id, person))
          expect(preview).toBe(text.preview)
          expect(gated === null).toBe(locked)
          return gated === text.gated
        }),
      )
    expect(await seen(made.id)).toEqual([false, false, false, true, true, true])
    expect(await seen(premium.id)).toEqual([false, false, false, false, true, true])
    const revoked = Chats.use((chats) => chats.revoke({ creatorId: mara.personId, personId: patron.personId }))
    await run(Effect.orDie(revoked))
    await expect.poll(() => seen(premium.id)).toEqual([false, false, false, false, false, true])
  })

  it("[S7-109] is found by its channel and its address, also by a former one", async () => {
    const made = await create({ ...text, title: "Kröte & Fjord", contentStatusId: published })
    expect(made).toMatchObject({ customTitle: "krote-fjord", link: `/c/${channel.channelCode}/krote-fjord/` })
    const find = (customTitle: string) =>
      call("ViewContent", { channelCode: channel.channelCode.toLowerCase(), customTitle })
    expect(contentOf(await find("krote-fjord")).id).toBe(made.id)
    await call("UpdateContent", { contentId: made.id, title: "Toad", customTitle: "toad" }, mara)
    for (const slug of ["krote-fjord", "toad"])
      expect(contentOf(await find(slug))).toMatchObject({ id: made.id, customTitle: "toad" })
    expect(await find("fjord")).toMatchObject({ status: 404 })
    const twin = await create({ ...text, title: "Kröte, Fjord", contentStatusId: published })
    expect(twin.customTitle).toMatch(/^krote-fjord-[0-9a-z]{5}$/)
    const taken = await call("createContent", { ...text, customTitle: "toad", contentStatusId: published }, mara)
    expect(taken).toMatchObject({
      status: 400,
      body: { errors: { customTitle: ["Another post of this channel has this address"] } },
    })
  })

  it("[S7-115] is revised, published, hidden and shown by its author, and a newer version is not overwritten", async () => {
    const made = await create({ ...text, title: "Mud" })
    const update = (body: object, person = mara) => call("UpdateContent", { contentId: made.id, ...body }, person)
    expect(contentOf(await update({ preview: "Flats.", baseRevision: 1 }))).toMatchObject({ revision: 2, title: "Mud" })
    expect(await update({ preview: "Lost.", baseRevision: 1 })).toMatchObject({ status: 409 })
    const live = contentOf(await update({ contentStatusId: published }))
    expect(live).toMatchObject({ contentStatusId: published, published: expect.any(Number), customTitle: "mud" })
    expect(contentOf(await view(made.id))).toMatchObject({ preview: "Flats.", gated: null, locked: true })
    expect(contentOf(await update({ contentStatusId: hidden }))).toMatchObject({ contentStatusId: hidden })
    expect(await view(made.id)).toMatchObject({ status: 404 })
    await update({ contentStatusId: published, levelId: 1 })
    expect(contentOf(await view(made.id))).toMatchObject({ gated: text.gated, locked: false, levelId: 1 })
    expect(await update({ title: "" })).toMatchObject({ status: 400, body: { errors: { title: ["Enter a title"] } } })
    expect(await update({ contentStatusId: draft })).toMatchObject({ status: 409 })
    expect(contentOf(await view(made.id))).toMatchObject({ contentStatusId: published })
  })

  it("[S7-115] is scheduled in its author's time zone, and the schedule is cancelled", async () => {
    const made = await create({ ...text, title: "Soon" })
    const year = new Date().getUTCFullYear() + 1
    const plan = { contentStatusId: scheduled, dueAt: `${year}-07-01T09:00`, timeZone: "Europe/Berlin" }
    const update = (body: object) => call("UpdateContent", { contentId: made.id, ...body }, mara)
    expect(contentOf(await update(plan))).toMatchObject({ ...plan, due: Date.UTC(year, 6, 1, 7) })
    expect(await view(made.id)).toMatchObject({ status: 404 })
    expect(contentOf(await update({ contentStatusId: draft }))).toMatchObject({ contentStatusId: draft, due: null })
    expect(await update({ contentStatusId: scheduled })).toMatchObject({ status: 400 })
  })

  it("[S7-116] is deleted for good: no one sees it, and its text leaves every copy of the log", async () => {
    const made = await create({ ...text, title: "Gone", contentStatusId: published })
    const other = await kit.people.make()
    await makeCreator(db.url, other, { subject: "Other" })
    for (const name of ["UpdateContent", "DeleteContent"])
      expect(await call(name, { contentId: made.id, title: "Mine" }, other)).toMatchObject({ status: 404 })
    expect(await call("DeleteContent", { contentId: made.id }, mara)).toMatchObject({ status: 200 })
    expect(await view(made.id, mara)).toMatchObject({ status: 404 })
    expect(await call("DeleteContent", { contentId: made.id }, mara)).toMatchObject({ status: 404 })
    await expect
      .poll(() => kit.sql`select wrapped from es.subject_key where subject_id = ${made.id}`)
      .toEqual([{ wrapped: null }])
    const [stored] = await kit.sql`select data::text from es.event where stream = ${`post-${made.id}`} order by version`
    expect(stored?.["data"]).not.toMatch(/Gone|harbour|pilots|Ports|Harbours/)
    const again = await create({ ...text, title: "Gone", contentStatusId: published })
    expect(again.customTitle).toBe("gone")
  })

  it("[S7-099] belongs to a channel of the caller, and only creators have one", async () => {
    const reader = await kit.people.make()
    expect(await call("createContent", text, reader)).toMatchObject({ status: 404 })
    const other = await kit.people.make()
    const { channelId } = await makeCreator(db.url, other, { subject: "Not yours" })
    expect(await call("createContent", { ...text, channelId }, mara)).toMatchObject({ status: 404 })
    const refused = await call("createContent", { contentStatusId: published }, mara, { locale: "de" })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { title: ["Geben Sie einen Titel ein"], preview: ["Schreiben Sie zuerst etwas"] } },
    })
  })

  it("is a translation of another one of its author, and both name the same original [S7-099]", async () => {
    const original = await create(text)
    const german = await create({ ...text, languageCode: "DE", translationOf: original.id })
    const french = await create({ ...text, languageCode: "FR", translationOf: german.id, contentStatusId: published })
    const group = async (id: string, viewerId: string | null) => {
      const post = await run(findPost(id, mara.personId))
      return post === null ? null : (await run(findTranslations(post, viewerId))).map(({ postId }) => postId)
    }
    expect(await group(french.id, mara.personId)).toEqual([german.id, original.id])
    expect(await group(original.id, mara.personId)).toEqual([german.id, french.id])
    // Readers are not sent to drafts.
    expect(await group(german.id, null)).toEqual([french.id])
    const stranger = await kit.people.make()
    await makeCreator(db.url, stranger)
    expect(await call("createContent", { ...text, translationOf: original.id }, stranger)).toMatchObject({
      status: 404,
    })
  })

  it("is in the export of its author's data, with the texts of all levels", async () => {
    const person = await kit.people.make()
    await makeCreator(db.url, person, { subject: "Exported" })
    await create(text, person)
    const { bytes } = await kit.post("/api/User/ExportData", {}, as(person))
    const posts = JSON.parse(Buffer.from(unzipSync(bytes)["posts.json"] ?? []).toString())
    expect(posts).toMatchObject([{ title: text.title, preview: text.preview, gated: text.gated }])
  })

  it("disappears with its creator's account, drafts as well", async () => {
    const person = await kit.people.make({ displayName: "Ines" })
    await makeCreator(db.url, person, { subject: "Fading" })
    const made = [await create({ ...text, contentStatusId: published }, person), await create(text, person)]
    await run(AccountDeletion.use((deletion) => deletion.delete(person.personId)))
    const ids = made.map(({ id }) => id)
    const keys = () =>
      kit.sql`select wrapped from es.subject_key where subject_id = any(${ids}) and wrapped is not null`
    await expect.poll(keys).toEqual([])
    await expect.poll(() => kit.sql`select post_id from read.post where post_id = any(${ids})`).toEqual([])
    await expect.poll(() => kit.sql`select post_id from read.post_gated where post_id = any(${ids})`).toEqual([])
  })
})

describe("lists of contents", () => {
  type Listed = { readonly contents: ReadonlyArray<Record<string, unknown>>; readonly hasMore: boolean }
  const list = async (name: string, body: object, person?: TestPerson) => {
    const answer = await call(name, body, person)
    expect(answer.status).toBe(200)
    return answer.body.data as unknown as Listed
  }

  it("[S7-101] show creators their own contents in all states, without gated parts", async () => {
    const person = await kit.people.make({ displayName: "Noor" })
    await makeCreator(db.url, person, { subject: "Noor's letters" })
    for (const [title, contentStatusId] of [
      ["One", published],
      ["Two", published],
      ["Three", draft],
    ] as const)
      await create({ ...text, title, contentStatusId }, person)
    const titles = async (body: object) => (await list("ListContent", body, person)).contents.map(({ title }) => title)
    expect(await titles({})).toEqual(["Three", "Two", "One"])
    expect(await titles({ contentStatusId: published, filter: { page: 2, pageSize: 1 } })).toEqual(["One"])
    expect(JSON.stringify(await list("ListContent", {}, person))).not.toContain(text.gated)
    expect(await call("ListContent", {}, await kit.people.make())).toMatchObject({ status: 404 })
    expect(await call("ListContent", { channelId: channel.channelId }, person)).toMatchObject({ status: 404 })
  })

  it("[S7-102] show everybody what is published, with its creator and what is locked", async () => {
    const person = await kit.people.make({ displayName: "Ana" })
    const { channelCode } = await makeCreator(db.url, person, { subject: "Ana's letters" })
    await create({ ...text, title: "Open", gated: "", levelId: 1, contentStatusId: published }, person)
    await create({ ...text, title: "Closed", contentStatusId: published }, person)
    await create({ ...text, title: "Unseen" }, person)
    const seen = async (viewer?: TestPerson) =>
      (await list("ListContentWithCreator", { channelCode }, viewer)).contents.map(({ content, creator }) => [
        (content as Content)["title"],
        (content as Content)["locked"],
        (creator as Record<string, unknown>)["userName"],
      ])
    expect(await seen()).toEqual([
      ["Closed", true, "Ana"],
      ["Open", false, "Ana"],
    ])
    expect(await seen(person)).toEqual([
      ["Closed", false, "Ana"],
      ["Open", false, "Ana"],
    ])
    expect(JSON.stringify(await list("ListContentWithCreator", {}))).not.toContain(text.gated)
    expect(await call("ListContentWithCreator", { channelCode: "QC00000000" })).toMatchObject({ status: 404 })
  })

  it("[S3-010] a channel shows the highest level of what is published in it, and whether it is premium", async () => {
    const person = await kit.people.make()
    const { channelCode } = await makeCreator(db.url, person, { subject: "Levels" })
    const levels = async () => {
      const { body } = await kit.post("/api/UserProfile/LoadCCProfileByCode", { channelCode })
      const { premium, maxLevel } = (body.data as unknown as { profile: Record<string, unknown> }).profile
      return [premium, maxLevel]
    }
    expect(await levels()).toEqual([false, 1])
    const made = await create({ ...text, levelId: 3 }, person)
    expect(await levels()).toEqual([false, 1])
    await call("UpdateContent", { contentId: made.id, contentStatusId: published }, person)
    expect(await levels()).toEqual([true, 3])
    await call("UpdateContent", { contentId: made.id, levelId: 2 }, person)
    expect(await levels()).toEqual([false, 2])
  })
})

it("[S7-111] a content is shown with its creator", async () => {
  const made = await create({ ...text, title: "Spring", contentStatusId: published })
  const shown = await call("ViewContentWithCreator", { contentId: made.id })
  expect(shown.body.data).toMatchObject({
    content: { id: made.id, gated: null, locked: true },
    creator: { channelCode: channel.channelCode, subject: "Harbour Notes", userCode: mara.userCode },
  })
})

it("[S7-110] a letter opens one content, as its recipient may read it now", async () => {
  const reader = await kit.people.make()
  await grant(reader, 2)
  const made = await create({ ...text, title: "By post", contentStatusId: published })
  const token = await run(
    PostMailLinks.use((links) =>
      Effect.succeed(links.tokenOf({ postId: made.id, personId: reader.personId }, Date.now())),
    ),
  )
  const open = (body: object) => call("ViewContentByEmail", body)
  expect((await open({ token })).body.data).toMatchObject({ content: { gated: text.gated, locked: false } })
  const revoked = Chats.use((chats) => chats.revoke({ creatorId: mara.personId, personId: reader.personId }))
  await run(Effect.orDie(revoked))
  await expect.poll(async () => contentOf(await open({ token }))["gated"]).toBeNull()
  expect(await open({ token: `${token.slice(0, -2)}AA` })).toMatchObject({ status: 404 })
  await call("UpdateContent", { contentId: made.id, contentStatusId: hidden }, mara)
  expect(await open({ token })).toMatchObject({ status: 404 })
})

it("[S7-110] a letter opens the preview alone once its recipient has deleted their account", async () => {
  const reader = await kit.people.make()
  await grant(reader, 2)
  const made = await create({ ...text, title: "To nobody", contentStatusId: published })
  const mailed = { postId: made.id, personId: reader.personId }
  const token = await run(PostMailLinks.use((links) => Effect.succeed(links.tokenOf(mailed, Date.now()))))
  const open = async () => contentOf(await call("ViewContentByEmail", { token }))["gated"]
  expect(await open()).toBe(text.gated)
  await run(AccountDeletion.use((deletion) => deletion.delete(reader.personId)))
  await expect.poll(open).toBeNull()
})

it("[S7-110] a letter that was passed on shows the gated part in its first networks, and elsewhere the preview alone", async () => {
  const reader = await kit.people.make()
  await grant(reader, 2)
  const made = await create({ ...text, title: "Passed on", contentStatusId: published })
  const mailed = { postId: made.id, personId: reader.personId }
  const token = await run(PostMailLinks.use((links) => Effect.succeed(links.tokenOf(mailed, Date.now()))))
  const openFrom = async (address: string) =>
    contentOf(await call("ViewContentByEmail", { token }, undefined, { address }))
  for (let network = 0; network < MAIL_LINK_NETWORKS_MAX; network++)
    expect(await openFrom(`10.${network}.7.1`)).toMatchObject({ gated: text.gated })
  expect(await openFrom("10.99.7.1")).toMatchObject({ preview: text.preview, gated: null, locked: true })
  expect(await openFrom("10.0.7.200")).toMatchObject({ gated: text.gated })
  const stored = await kit.sql`select row_to_json(u)::text as text from publishing.mail_link_use u`
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${reader.personId}|${made.id}|10\\.\\d+\\.7`))
})

it("[S7-100] the status of a content is changed without its text: scheduled, published, hidden, deleted", async () => {
  const made = await create({ ...text, title: "States" })
  const set = (contentStatusId: number, more: object = {}) =>
    call("UpdateInternalContent", { contentId: made.id, contentStatusId, ...more }, mara)
  const plan = { dueAt: `${new Date().getUTCFullYear() + 1}-01-02T03:04`, timeZone: "UTC" }
  expect(contentOf(await set(2, plan))).toMatchObject({ contentStatusId: 2, ...plan })
  for (const status of [1, 3, 4, 3]) expect(contentOf(await set(status))).toMatchObject({ contentStatusId: status })
  expect(await set(1)).toMatchObject({ status: 409 })
  expect((await set(5)).body).toMatchObject({ message: "Post deleted", data: { content: null } })
  expect(await set(3)).toMatchObject({ status: 404 })
})
