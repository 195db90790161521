import { readdirSync, readFileSync } from "node:fs"
import { Effect, Layer } from "effect"
import postgres from "postgres"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Chats, Entitlements } from "#core/chat"
import { AttachableMedia, Comments, Posts } from "#core/publishing"
import { creatorsLayer } from "#projections/chat"
import { commentRecordsLayer, openPostsLayer } from "#projections/publishing"
import { openPeople, type TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { waitUntil } from "../scripts/run/processes.ts"
import { makeTestHome } from "../scripts/testing/home.ts"
import { callerAddress } from "./lib/browser.ts"
import { type OwnSite, startSite } from "./lib/index.ts"

const POSTS = 1_000
const COMMENTS = 10_000
/** Comments by the creator, beside those of readers. */
const REPLIES = 500
/** Stands in everything that the creator wrote, their name included. */
const MARK = "quicksilvered"
/** A word of all posts, which searches find. */
const OPEN = "kittiwakes"
const WEBM = readFileSync(new URL("../scripts/demo/media/long-simmer.webm", import.meta.url))
const READABLE_MS_MAX = 120_000
const NOTICES_MS_MAX = 600_000
/** From the request to the last trace. On a quiet machine it takes seconds. */
const ERASED_MS_MAX = 180_000
const HOME = makeTestHome()

let site: OwnSite
let sql: postgres.Sql
let creator: TestPerson
let readers: ReadonlyArray<TestPerson>
let channel: { readonly channelId: number; readonly channelCode: string }

const send = (person: TestPerson | null, path: string, init: RequestInit = {}) =>
  fetch(site.origin + path, {
    redirect: "manual",
    ...init,
    headers: {
      "x-forwarded-for": callerAddress(),
      ...(person === null ? {} : { authorization: `Bearer ${person.token}`, cookie: `quire_session=${person.token}` }),
      ...init.headers,
    },
  })
const call = (person: TestPerson | null, path: string, body: object) =>
  send(person, `/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
const dataOf = async (person: TestPerson | null, path: string, body: object) => {
  const answer = await call(person, path, body)
  const { data, message } = (await answer.json()) as { data: Readonly<Record<string, unknown>>; message: string }
  expect(answer.status, `${path}: ${message}`).toBe(200)
  return data
}
const countOf = async (query: Promise<ReadonlyArray<{ readonly count?: number }>>) => (await query)[0]?.count ?? -1

/** Writes posts and comments by the services themselves: calls have limits for each address and person. */
const seed = async () => {
  const people = openPeople({ url: site.databaseUrl })
  const services = Layer.mergeAll(
    Posts.layer.pipe(Layer.provide(AttachableMedia.layerNone)),
    Comments.layer.pipe(Layer.provide([openPostsLayer, commentRecordsLayer, Entitlements.layer])),
    Chats.layer.pipe(Layer.provide(creatorsLayer)),
  )
  const { personId } = creator
  const write = Effect.gen(function* () {
    const [posts, comments, chats] = [yield* Posts, yield* Comments, yield* Chats]
    for (const reader of readers) yield* chats.grant({ creatorId: personId, personId: reader.personId, level: 2 })
    const made = yield* Effect.forEach(
      Array.from({ length: POSTS }, (_, n) => n),
      (n) => {
        const version = {
          ...{ title: `${MARK} ${n}`, preview: `About ${OPEN}, ${MARK} ${n}.`, tags: [MARK], series: MARK },
          ...(n % 2 === 0 ? {} : { gated: `The rest, ${MARK} ${n}.`, levelId: 2 as const }),
        }
        // Every tenth one stays a draft.
        const action = n % 10 === 9 ? {} : { action: { kind: "publish" } as const }
        return Effect.map(posts.create(personId, channel.channelId, { version, ...action }), ({ postId }) => postId)
      },
      { concurrency: 4 },
    )
    const open = made.filter((_, n) => n % 10 !== 9)
    yield* Effect.promise(() =>
      waitUntil(
        async () =>
          (await countOf(sql`select count(*)::int as count from read.post where person_id = ${personId}`)) === POSTS,
        READABLE_MS_MAX,
      ),
    )
    const postOf = (n: number) => open[n % open.length] ?? ""
    yield* Effect.forEach(
      Array.from({ length: COMMENTS }, (_, n) => n),
      (n) => comments.post(readers[n % readers.length]?.personId ?? "", postOf(n), null, `A reader says ${n}`),
      { concurrency: 8, discard: true },
    )
    yield* Effect.forEach(
      Array.from({ length: REPLIES }, (_, n) => n),
      (n) => comments.post(personId, postOf(n), null, `${MARK} answers ${n}`),
      { concurrency: 8, discard: true },
    )
    return open
  })
  const open = await people.run(Effect.orDie(write).pipe(Effect.provide(services)))
  await people.close()
  return open
}

/** Uploads a file whose name has the mark, and waits until it was examined. */
const uploadFile = async (): Promise<string> => {
  const tus = { "tus-resumable": "1.0.0", origin: site.origin }
  const name = Buffer.from(`${MARK}.webm`).toString("base64")
  const begun = await send(creator, "/media/uploads", {
    method: "POST",
    headers: { ...tus, "upload-length": String(WEBM.length), "upload-metadata": `filename ${name}` },
  })
  const sent = await send(creator, new URL(begun.headers.get("location") ?? "", site.origin).pathname, {
    method: "PATCH",
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: WEBM,
  })
  expect(sent.status).toBe(204)
  const stored = async () => (await sql<Array<{ id: string }>>`select media_id as id from read.media_file`)[0]?.id ?? ""
  expect(await waitUntil(async () => (await stored()) !== "", READABLE_MS_MAX)).toBe(true)
  return stored()
}

beforeAll(async () => {
  site = await startSite({ home: HOME, env: { TRUSTED_PROXIES: "1", QUIRE_DATA_DIR: HOME } })
  sql = postgres(site.databaseUrl, { max: 1 })
  creator = await site.person({ displayName: `Mara ${MARK}` })
  channel = await makeCreator(site.databaseUrl, creator, { subject: `Notes ${MARK}` })
  readers = await Promise.all(Array.from({ length: 4 }, () => site.person()))
}, 300_000)
afterAll(async () => {
  await sql?.end()
  await site?.stop()
})

/** Tables that still have the mark, with columns of every type as text. */
const tablesWithMark = async (): Promise<ReadonlyArray<string>> => {
  const tables = await sql<Array<{ name: string }>>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`
  const found: Array<string> = []
  for (const { name } of tables) {
    const [row] = await sql.unsafe<Array<{ found: boolean }>>(
      `select exists (select 1 from ${name} t where t::text ilike '%${MARK}%') as found`,
    )
    if (row?.found) found.push(name)
  }
  return found
}
const openKeys = (ids: ReadonlyArray<string>) =>
  countOf(
    sql`select count(*)::int as count from es.subject_key where subject_id = any(${[...ids]}) and wrapped is not null`,
  )
const filesOf = (id: string) =>
  readdirSync(HOME, { recursive: true, encoding: "utf8" }).filter((path) => path.includes(id))

it("a creator with 1,000 posts and 10,000 comments is erased completely, within minutes, and readers keep their own", {
  timeout: 1_200_000,
}, async () => {
  const [reader] = readers as [TestPerson]
  const { channelCode, channelId } = channel
  const { feed } = await dataOf(creator, "Feed/LoadTargetFeed", { code: channelCode })
  const { feedId } = feed as { feedId: string }
  await dataOf(reader, "Feed/Follow", { feedId, groupName: "" })
  await dataOf(reader, "Feed/UpdateEmailSetting", { channelCode, emailSettingId: 3 })
  const mediaId = await uploadFile()
  const postIds = await seed()
  const has = (count: number) =>
    waitUntil(
      async () =>
        (await countOf(sql`select count(*)::int as count from read.item where feed_id = ${feedId}`)) === count,
      READABLE_MS_MAX,
    )
  expect(await has(postIds.length)).toBe(true)
  const counted = () => countOf(sql`select count(*)::int as count from read.comment where channel_id = ${channelId}`)
  expect(await waitUntil(async () => (await counted()) === COMMENTS + REPLIES, READABLE_MS_MAX)).toBe(true)

  // It is found everywhere, so that the search below means something.
  const [first = ""] = postIds
  const { content } = await dataOf(reader, "Feed/ViewContent", { contentId: first })
  const { link } = content as { link: string }
  const [item] = await sql<Array<{ id: string }>>`select item_id as id from read.item where feed_id = ${feedId} limit 1`
  await dataOf(reader, "Access/AddAccessNews", { itemId: item?.id })
  const outlets = [
    ...["/", "/newsfeeds", "/newsfeeds/history", "/newsfeeds/saved", "/channel", "/sitemap.xml", "/settings/following"],
    ...[`/newsfeeds/search?kw=${OPEN}`, `/searchcontents?kw=${OPEN}`, `/newsfeeds/newsdetail?id=${item?.id}`],
    ...["rss", "atom", "json"].map((format) => `/feeds/library.${format}?kw=${OPEN}`),
    ...["posts.rss", "posts.atom", "posts.json", "podcast.rss"].map((name) => `/feeds/channel/${channelCode}/${name}`),
    ...[link, `/c/${channelCode}`, `/user/${channelCode}`, `/user/${creator.userCode}`, `/detail/${feedId}`],
    ...[`/channel/detail?code=${channelCode}`, `/channel?feed=${feedId}`],
  ]
  const calls: ReadonlyArray<readonly [string, object]> = [
    ["Feed/SearchNews", { keyword: OPEN, filter: { page: 1, pageSize: 20 } }],
    ["Feed/LoadQINewsByKeyword", { keyword: OPEN, filter: { page: 1, pageSize: 20 } }],
    ["Feed/LoadLastestContent", {}],
    ["Feed/ListContentWithCreator", { channelCode }],
    ["Feed/ViewContent", { contentId: first }],
    ["Feed/LoadComments", { contentId: first }],
    ["Feed/SearchFeedsIndex", { keyword: "Notes" }],
    ["UserProfile/SearchCC", { keyword: "Notes" }],
    ["UserProfile/LoadCCProfileByCode", { channelCode }],
  ]
  const showing = async () => {
    const shown: Array<string> = []
    for (const person of [null, reader]) {
      for (const path of outlets) if ((await (await send(person, path)).text()).includes(MARK)) shown.push(path)
      for (const [name, body] of calls)
        if ((await (await call(person, name, body)).text()).includes(MARK)) shown.push(name)
    }
    return shown
  }
  const before = await showing()
  for (const each of [
    link,
    `/newsfeeds/search?kw=${OPEN}`,
    `/feeds/channel/${channelCode}/posts.rss`,
    "Feed/SearchNews",
  ])
    expect(before).toContain(each)
  expect(filesOf(mediaId).length).toBeGreaterThan(0)
  expect(await openKeys([...postIds, creator.personId])).toBe(postIds.length + 1)

  const beganMs = Date.now()
  await dataOf(creator, "User/DeleteAccount", { password: creator.password })
  const allIds = [...postIds, creator.personId]
  // Notices are erased in their turn, after those about 10,500 comments were given.
  const isErased = async () =>
    (await openKeys(allIds)) === 0 && (await tablesWithMark()).every((name) => /\.notice$/.test(name))
  const hasEnded = await waitUntil(isErased, ERASED_MS_MAX)
  expect(hasEnded, `after ${Date.now() - beganMs} ms: ${(await tablesWithMark()).join(", ")}`).toBe(true)
  await waitUntil(async () => (await tablesWithMark()).length === 0, NOTICES_MS_MAX)
  expect(await tablesWithMark()).toEqual([])

  expect(await has(0)).toBe(true)
  expect(await showing()).toEqual([])
  expect(filesOf(mediaId)).toEqual([])
  expect(site.output()).not.toContain(MARK)
  // What readers wrote is theirs: it is shown nowhere, and goes with their own accounts.
  expect((await call(reader, "Feed/LoadComments", { contentId: first })).status).toBe(404)
  expect(
    await countOf(
      sql`select count(*)::int as count from read.comment where channel_id = ${channelId} and text is not null`,
    ),
  ).toBe(COMMENTS)
})
