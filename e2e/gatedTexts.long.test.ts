import { readdirSync, readFileSync } from "node:fs"
import { Effect } from "effect"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { caseIdOf, Moderation } from "#core/moderation"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { openPeople, TEST_MASTER_KEY } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { startMailServer } from "../core/mail/testing/mailServer.ts"
import { spawnOps } from "../scripts/ops/testing/opsKit.ts"
import { waitUntil } from "../scripts/run/processes.ts"
import { description } from "../src/api/describe.ts"
import { callerAddress } from "./lib/browser.ts"
import { type OwnSite, startSite } from "./lib/index.ts"

/**
 * A secret word stands in every field of posts for subscribers, and everything that the product answers, sends, stores
 * and logs is searched for it. Pages and calls are found in the sources, so that a new one cannot be forgotten.
 */
const SECRET = "quicksilvered"
/** Stands in every field of a post that operators took down. */
const TAKEN = "razorbilled"
/** A word of the public part, which searches find. */
const OPEN = "kittiwakes"
const WEBM = readFileSync(new URL("../scripts/demo/media/long-simmer.webm", import.meta.url))
const PREMIUM_POST = 3
/** A busy machine examines files and projects events late. */
const STARTS_MS_MAX = 60_000
const MANY_ANSWERS = { timeout: 240_000 }

let site: OwnSite
let sql: postgres.Sql
let mail: Awaited<ReturnType<typeof startMailServer>>
let creator: TestPerson
let premium: TestPerson
/** People who must not read the post: nobody, someone without a level, someone with a lower one. */
let outsiders: ReadonlyArray<readonly [string, TestPerson | null]>
let ids: Readonly<Record<string, string>>

const send = (person: TestPerson | null, path: string, init: RequestInit = {}) =>
  fetch(site.origin + path, {
    redirect: "manual",
    ...init,
    headers: {
      // Limits count by address.
      "x-forwarded-for": callerAddress(),
      ...(person === null ? {} : { authorization: `Bearer ${person.token}`, cookie: `quire_session=${person.token}` }),
      ...init.headers,
    },
  })
const call = async (person: TestPerson | null, path: string, body: object) => {
  const headers = { "content-type": "application/json" }
  return send(person, `/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) })
}
const dataOf = async (person: TestPerson, path: string, body: object) => {
  const answer = await call(person, path, body)
  const { data, message } = (await answer.json()) as { data: Readonly<Record<string, unknown>>; message: string }
  expect(answer.status, message).toBe(200)
  return data
}
const ops = async (...parameters: ReadonlyArray<string>) =>
  spawnOps({ DATABASE_URL: site.databaseUrl, MASTER_KEY: TEST_MASTER_KEY, PUBLIC_ORIGIN: site.origin }, parameters)
    .ended

/** Uploads a file whose name holds the secret, and waits until it was examined. */
const uploadFile = async (): Promise<string> => {
  const name = Buffer.from(`${SECRET}-name.webm`).toString("base64")
  const begun = await send(creator, "/media/uploads", {
    method: "POST",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(WEBM.length),
      "upload-metadata": `filename ${name}`,
      origin: site.origin,
    },
  })
  expect(begun.status).toBe(201)
  const sent = await send(creator, new URL(begun.headers.get("location") ?? "", site.origin).pathname, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
      origin: site.origin,
    },
    body: WEBM,
  })
  expect(sent.status).toBe(204)
  const stored = async () =>
    (
      await sql<Array<{ id: string }>>`select media_id as id from read.media_file where person_id = ${creator.personId}`
    )[0]?.id
  expect(await waitUntil(async () => (await stored()) !== undefined, STARTS_MS_MAX)).toBe(true)
  return (await stored()) ?? ""
}

/** Publishes another post, and takes it down as operators do. */
const takeDownPost = async (feedId: string) => {
  const { content } = await dataOf(creator, "Feed/createContent", {
    ...{ title: `Taken ${TAKEN}`, preview: `A ${TAKEN} preview about ${OPEN}`, gated: `A ${TAKEN} text`, levelId: 3 },
    ...{ tags: ["Seabirds", TAKEN], series: TAKEN, contentStatusId: 3 },
  })
  const { id } = content as { id: string }
  await dataOf(premium, "Feed/CreateComment", { contentId: id, text: `A ${TAKEN} comment` })
  await dataOf(premium, "Feed/ReportContent", { kind: "post", id, reason: "A threat" })
  const reasons = { ground: "law", reference: "Section 1", facts: "A threat.", reviewDays: 90 } as const
  const people = openPeople({ url: site.databaseUrl })
  await people.run(
    Effect.orDie(
      Moderation.use((moderation) =>
        moderation.takeDown(caseIdOf({ kind: "post", targetId: id }), { by: "operator:ada", seen: 1 }, reasons),
      ),
    ).pipe(Effect.provide(Moderation.layer)),
  )
  await people.close()
  const isGone = async () =>
    (await sql`select 1 from read.item where feed_id = ${feedId} and title like ${`%${TAKEN}`}`).length === 0 &&
    (await sql`select 1 from read.post where withheld_at is not null`).length === 1
  expect(await waitUntil(isGone, STARTS_MS_MAX)).toBe(true)
}

beforeAll(async () => {
  mail = await startMailServer({ user: "quire", password: "secret" })
  const from = { SMTP_URL: mail.url, MAIL_FROM: "hello@quire.example" }
  site = await startSite({ env: { TRUSTED_PROXIES: "1", ...from } })
  sql = postgres(site.databaseUrl, { max: 1 })
  creator = await site.person({ displayName: "Mara Voss" })
  const { channelCode, channelId } = await makeCreator(site.databaseUrl, creator)
  const [stranger, subscriber] = [await site.person(), await site.person()]
  premium = await site.person()
  outsiders = [
    ["a guest", null],
    ["a member", stranger],
    ["a subscriber", subscriber],
  ]
  for (const [person, level] of [
    [subscriber, "2"],
    [premium, "3"],
  ] as const)
    expect((await ops("chat", "grant", creator.userCode, person.userCode, level, "--yes")).code).toBe(0)
  const { feed } = await dataOf(creator, "Feed/LoadTargetFeed", { code: channelCode })
  const { feedId } = feed as { feedId: string }
  for (const person of [stranger, subscriber, premium]) {
    await dataOf(person, "Feed/Follow", { feedId, groupName: "" })
    await dataOf(person, "Feed/UpdateEmailSetting", { channelCode, emailSettingId: 2 })
  }
  const mediaId = await uploadFile()
  const { content } = await dataOf(creator, "Feed/createContent", {
    title: "Tides",
    preview: `About ${OPEN}.\n\n0:00 Start`,
    gated: `## Transcript\n\n${SECRET} spoken\n\n## ${SECRET} heading\n\nA ${SECRET} text.\n\n![${SECRET} caption](media:${mediaId} "${SECRET} title")\n\n0:00 ${SECRET} chapter\n\n[^1]\n\n[^1]: ${SECRET} note`,
    ...{ levelId: PREMIUM_POST, tags: ["Seabirds"], contentStatusId: 3 },
  })
  const { id, link } = content as { id: string; link: string }
  const text = `A ${SECRET} comment`
  const { comment } = await dataOf(premium, "Feed/CreateComment", { contentId: id, text })
  const commentId = (comment as { id: string }).id
  await dataOf(creator, "Feed/ReviewComment", { commentId, action: "approve" })
  await takeDownPost(feedId)
  const itemOf = async () =>
    (await sql<Array<{ id: string }>>`select item_id as id from read.item where feed_id = ${feedId}`)[0]?.id
  expect(await waitUntil(async () => (await itemOf()) !== undefined, STARTS_MS_MAX)).toBe(true)
  const itemId = (await itemOf()) ?? ""
  ids = {
    ...{ contentId: id, link, commentId, rootCommentId: "", itemId, feedId, mediaId, channelCode },
    ...{ channelId: String(channelId), userCode: creator.userCode },
  }
}, 180_000)
afterAll(async () => {
  await sql?.end()
  await site?.stop()
  await mail?.close()
})

/** What stands for the parts of addresses. A page with another part fails until it is listed here. */
const partsOf = (): Readonly<Record<string, string>> => ({
  "/c/[subject]/[customTitle]/[...userCode]": ids["link"] ?? "",
  "/c/[subject]": `/c/${ids["channelCode"]}`,
  "/user/[userCode]/[...feedId]": `/user/${ids["channelCode"]}`,
  "/accountevent/[userCode]": `/accountevent/${ids["userCode"]}`,
  "/detail/[feedId]": `/detail/${ids["feedId"]}`,
  "/message/file/[key]": "/message/file/f0000000000000000000x",
  "/message/[userCode]": `/message/${ids["userCode"]}`,
  "/media/[mediaId]/[name]": `/media/${ids["mediaId"]}/video`,
  "/feeds/channel/[code]/[name]": `/feeds/channel/${ids["channelCode"]}/posts.rss`,
  "/feeds/mine/[token]/[name]": "/feeds/mine/x/posts.rss",
  "/feeds/[list].[format]": `/feeds/follows.rss?feeds=${ids["feedId"]}`,
  "/reader/api/0/[...path]": "/reader/api/0/stream/contents/user/-/state/com.google/reading-list",
  "/thirdparty/[provider]": "/thirdparty/google",
  "/thirdparty/[provider]/callback": "/thirdparty/google/callback",
  "/mail/out/[token]": "/mail/out/x",
  "/media/uploads/[...id]": "/media/uploads/x",
  "/guest/[action]": "/guest/follow",
  "/reading/[action]": "/reading/read",
  "/websub/[callback]": "/websub/x",
  "/twofa/[...isSignUp]": "/twofa",
  "/settings/decisions/[case]": "/settings/decisions/01990000-0000-8000-8000-000000000001",
  "/ticket/[number]": "/ticket/T00000000",
  "/ticket/file/[number]/[id]": "/ticket/file/T00000000/x",
  "/api/[...path]": "/api/openapi.json",
  "/api/greader.php/[...path]": "/api/greader.php/reader/api/0/token",
  "/[...path]": "/no/such/page",
})
/** Further addresses of pages, which differ by their queries. */
const moreAddresses = (): ReadonlyArray<string> => {
  const { channelCode, feedId, itemId, contentId, link } = ids
  return [
    ...["posts.atom", "posts.json", "podcast.rss"].map((name) => `/feeds/channel/${channelCode}/${name}`),
    ...["rss", "atom", "json"].map((format) => `/feeds/library.${format}?kw=${OPEN}`),
    ...["chapters.json", "transcript.txt"].map((part) => `/feeds/channel/${channelCode}/${contentId}.${part}`),
    `/media/export/${ids["channelId"]}.zip`,
    `/newsfeeds/search?kw=${OPEN}`,
    `/searchcontents?kw=${OPEN}`,
    `/newsfeeds/newsdetail?id=${itemId}`,
    `/newsfeeds/original?id=${itemId}`,
    `/newsfeeds/part?feed=${feedId}`,
    `/newsfeeds?group=`,
    `/channel?feed=${feedId}`,
    `/channel/detail?code=${channelCode}`,
    `/writers/compose?post=${contentId}`,
    `/writers/versions?post=${contentId}`,
    `/writers/mail?content=${contentId}`,
    `${link}?comment=${ids["commentId"]}`,
  ]
}
const addressesOf = (): ReadonlyArray<string> => {
  const root = new URL("../src/pages/", import.meta.url)
  const parts = partsOf()
  const routes = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(astro|ts)$/.test(file) && !/(^|\/)_/.test(file))
    .map((file) => `/${file.replace(/\.(astro|ts)$/, "").replace(/(^|\/)index$/, "")}`)
    .filter((route) => !["/signout", "/500", "/live"].includes(route))
  const unknown = routes.filter((route) => route.includes("[") && parts[route] === undefined)
  expect(unknown, "list how the new page is addressed").toEqual([])
  return [...routes.map((route) => parts[route] ?? route), ...moreAddresses()]
}

/** Calls that would end what the test needs. */
const LEFT_OUT = /\/(SignOut|DeleteAccount|EndDevice|UnFollow|UpdateSignInPassword|forgetpassword\w*)$/

const UNREADABLE = new RegExp(`${SECRET}|${TAKEN}`)

describe("a text for premium subscribers, and a post that was taken down,", () => {
  it("is read by those who have the level, so that the search below means something", async () => {
    expect(await (await send(premium, ids["link"] ?? "")).text()).toContain(SECRET)
    const { content } = await dataOf(premium, "Feed/ViewContent", { contentId: ids["contentId"] })
    expect(JSON.stringify(content)).toContain(SECRET)
  })

  it.each([0, 1, 2])("is in no page, feed or file that outsider %i gets", MANY_ANSWERS, async (index) => {
    const [name, person] = outsiders[index] ?? ["", null]
    const addresses = addressesOf()
    expect(addresses.length).toBeGreaterThan(80)
    for (const address of addresses) {
      const answer = await send(person, address)
      expect(await answer.text(), `${address} for ${name}`).not.toMatch(UNREADABLE)
      if (address.startsWith("/media/")) expect(answer.ok, `${address} for ${name}`).toBe(false)
    }
    // A search repeats its words; it finds nothing by them.
    const found = await (await send(person, `/newsfeeds/search?kw=${SECRET}`)).text()
    expect(found, `the search for ${name}`).not.toContain("Tides")
  })

  it.each([0, 1, 2])("is in the answer of no call of outsider %i", MANY_ANSWERS, async (index) => {
    const [name, person] = outsiders[index] ?? ["", null]
    const { contentId, commentId, itemId, feedId, channelCode, userCode, channelId, link } = ids
    const payload = {
      ...{ contentId, commentId, itemId, id: itemId, itemIds: [itemId], feedId, channelCode, code: channelCode },
      ...{ userCode, channelId: Number(channelId), keyword: OPEN, kw: OPEN, tag: "Seabirds", languageCode: "DE" },
      ...{ filter: { page: 1, pageSize: 20 }, url: `${site.origin}${link}`, text: "Hello", targetUserCode: userCode },
    }
    const answered = new Set<string>()
    for (const [path, item] of Object.entries(description().paths)) {
      if (LEFT_OUT.test(path)) continue
      for (const method of Object.keys(item)) {
        const query = `?${new URLSearchParams({ feedId: feedId ?? "", code: channelCode ?? "", pageSize: "20" })}`
        const answer =
          method === "post" ? await call(person, path.slice("/api/".length), payload) : await send(person, path + query)
        expect(await answer.text(), `${path} for ${name}`).not.toMatch(UNREADABLE)
        if (answer.ok) answered.add(path)
      }
    }
    const comments = await call(person, "Feed/LoadComments", { contentId })
    expect(await comments.text(), `LoadComments for ${name}`).not.toContain(SECRET)
    for (const needed of [
      "ViewContent",
      "ListContentWithCreator",
      "ListRemoteContent",
      "SearchNews",
      "LoadLastestContent",
    ])
      expect([...answered].join(" "), `${needed} for ${name}`).toContain(`/${needed}`)
  })

  it("is in no letter to others, in no log, and readable in no table but its own", MANY_ANSWERS, async () => {
    // Letters leave two minutes after a post.
    const isSent = async (person: TestPerson | null) => {
      await sql`update newsletters.sending set due_at = now() - interval '1 second' where state = 'held'`
      return mail.received.some(({ to, raw }) => to === person?.email && raw.includes(OPEN))
    }
    const [, [, stranger], [, subscriber]] = outsiders as [unknown, [string, TestPerson], [string, TestPerson]]
    for (const person of [stranger, subscriber, premium])
      expect(await waitUntil(() => isSent(person), STARTS_MS_MAX)).toBe(true)
    const receivers = mail.received.filter(({ raw }) => raw.includes(SECRET)).map(({ to }) => to)
    expect(new Set(receivers)).toEqual(new Set([premium.email]))

    const tables = await sql<Array<{ name: string }>>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`
    const holding: Array<string> = []
    for (const { name } of tables) {
      const [row] = await sql.unsafe<Array<{ found: boolean }>>(
        `select exists (select 1 from ${name} t where t::text like '%${SECRET}%') as found`,
      )
      if (row?.found) holding.push(name.replaceAll('"', ""))
    }
    expect(holding).toEqual([
      "media.upload",
      "rm_comments_1.comment",
      "rm_media_files_1.media_file",
      "rm_posts_1.post_gated",
    ])
    expect(site.output()).not.toContain(SECRET)
  })

  it("is not found by the operators' search for leaks", MANY_ANSWERS, async () => {
    const run = await ops("channels", "leaks", "--json")
    expect(run.json()).toMatchObject({ posts: 1, leaks: [], unanswered: [] })
    expect(run.code).toBe(0)
  })
})
