import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Imports } from "#core/imports"
import { Uploads } from "#core/media"
import { channelFeedId } from "#core/publishing"
import { listItems } from "#projections/feeds"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { type ApiKit, makeApiKit } from "../api/testing/apiKit.ts"

const POSTS = 60
/** Each test starts a process, and a thread that reads. */
const TEST_MS_MAX = 120_000
const home = mkdtempSync(join(tmpdir(), "quire-kill-"))
let server: FaultServer
let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  ;[server, db] = await Promise.all([startFaultServer(), testDatabase()])
  const env = { QUIRE_DATA_DIR: home, MEDIA_QUOTA_GB: "1" }
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host], env })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
  rmSync(home, { recursive: true })
})

const WORKER = fileURLToPath(new URL("testing/importProcess.ts", import.meta.url))
const countOf = async (importId: string) => {
  const [row] = await kit.sql<Array<{ worked: number }>>`
    select (count(*) filter (where outcome is not null))::int as worked from imports.entry where import_id = ${importId}`
  return row?.worked ?? 0
}
/** Kills a real process with SIGKILL in the middle of an import. */
const killInTheMiddle = async (importId: string) => {
  const worker = spawn(process.execPath, [WORKER], { stdio: ["ignore", "ignore", "inherit", "ipc"] })
  const ended = once(worker, "exit")
  await expect.poll(() => countOf(importId), { timeout: 60_000, interval: 5 }).toBeGreaterThan(5)
  worker.kill("SIGKILL")
  await ended
  expect(await countOf(importId)).toBeLessThan(POSTS)
}
const stateOf = ({ personId }: TestPerson, importId: string) =>
  run(Effect.orDie(Imports.use((imports) => imports.find(personId, importId))))
const finish = async (person: TestPerson, importId: string) => {
  await expect
    .poll(
      async () => {
        await run(Imports.use(({ work }) => work))
        return (await stateOf(person, importId)).state
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe("done")
  const [head] = await kit.sql<Array<{ head: number }>>`select last_value as head from es.position`
  for (const name of ["posts", "items", "feeds"]) await run(waitFor(name, head?.head ?? 0, 20_000))
}
const postsOf = (channelId: number) =>
  kit.sql<Array<{ title: string; slug: string; at: Date; source: string | null }>>`
    select title, slugs[1] as slug, published_at as at, canonical_url as source from read.post
    where channel_id = ${channelId} and status_id = 3 order by published_at desc`
/** Events that began a post in the channel. */
const createdIn = async (channelId: number) => {
  const [row] = await kit.sql<Array<{ count: number }>>`
    select count(*)::int as count from es.event
    where type = 'publishing.PostCreated.v1' and (data->>'channelId')::int = ${channelId}`
  return row?.count ?? 0
}

describe("an import whose process was killed", () => {
  it(
    "creates each post of an archive once when it continues",
    async () => {
      const person = await kit.people.make()
      const { channelId } = await makeCreator(db.url, person)
      const files = Object.fromEntries(
        Array.from({ length: POSTS }, (_, index) => [
          `posts/note-${index}.md`,
          strToU8(
            `---\ntitle: Note ${index}\ndate: 2024-01-01T00:00:${String(index % 60).padStart(2, "0")}Z\n---\nText ${index}`,
          ),
        ]),
      )
      const bytes = Buffer.from(zipSync(files))
      const { append, begin } = await run(Uploads)
      const uploadId = await run(
        Effect.orDie(begin(person.personId, { name: "notes.zip", bytes: bytes.length, purpose: "import" })),
      )
      async function* body() {
        yield bytes
      }
      await append(uploadId, 0, body())
      const asOwner = { token: person.token }
      const begun = await kit.post("/api/Channel/BeginImport", { channelId, uploadId }, asOwner)
      const { importId } = (begun.body.data as unknown as { import: { importId: string } }).import
      await run(Imports.use(({ work }) => work))
      const started = await kit.post("/api/Channel/StartImport", { importId, publishes: true }, asOwner)
      expect(started.body.data).toMatchObject({ import: { state: "running", counts: { total: POSTS } } })
      await killInTheMiddle(importId)
      await finish(person, importId)
      expect(new Set((await postsOf(channelId)).map(({ title }) => title)).size).toBe(POSTS)
      expect(await createdIn(channelId)).toBe(POSTS)
    },
    TEST_MS_MAX,
  )

  it(
    "makes each item of a claimed feed one post, which lists show once with the item and its marks",
    async () => {
      const person = await kit.people.make()
      const { channelId } = await makeCreator(db.url, person)
      const stranger = await kit.people.make()
      const pieces = Array.from({ length: POSTS }, (_, index) => ({
        ...{ guid: `g${index}`, date: Date.UTC(2026, 9, 20) - index * 3_600_000 },
      }))
      const feedOf = (code: string) =>
        rss("The log", pieces).replace("</link>", `</link><description>${code}</description>`)
      server.serve("/log.xml", faults.page(feedOf("Notes")))
      const url = `${server.origin}/log.xml`
      const request = (path: string, body: object, who = person) => kit.post(`/api/${path}`, body, { token: who.token })
      const { body } = await request("User/LoadLinkAccount", { url })
      server.serve("/log.xml", faults.page(feedOf((body.data as unknown as { proof: { code: string } }).proof.code)))
      expect((await request("UserProfile/AddPersonalRSS", { url })).status).toBe(200)
      const [claim] = await kit.sql<Array<{ feed_id: string }>>`
      select feed_id from read.feed_claim where person_id = ${person.personId}`
      const feedId = claim?.feed_id ?? ""
      const before = await run(listItems({ feedIds: [feedId], pageSize: 50, reader: stranger.personId }))
      const marked = before.items[0]
      expect((await request("Feed/MarkRead", { itemIds: [marked?.itemId], read: true }, stranger)).status).toBe(200)

      expect((await request("Channel/ImportFeed", { channelId, feedId }, stranger)).status).toBe(404)
      const begun = await request("Channel/ImportFeed", { channelId, feedId })
      const { importId } = (begun.body.data as unknown as { import: { importId: string } }).import
      const again = await request("Channel/ImportFeed", { channelId, feedId })
      expect(again.body.data).toMatchObject({ import: { importId } })
      await killInTheMiddle(importId)
      await finish(person, importId)

      const posts = await postsOf(channelId)
      expect([posts.length, await createdIn(channelId)]).toEqual([POSTS, POSTS])
      expect(posts[0]).toMatchObject({ at: new Date(Date.UTC(2026, 9, 20)), source: expect.stringContaining("http") })
      const both = [feedId, channelFeedId(channelId)]
      const after = await run(listItems({ feedIds: both, pageSize: 50, reader: stranger.personId }))
      expect(after.items.map(({ itemId }) => itemId)).toEqual(before.items.map(({ itemId }) => itemId))
      expect(after.items.map(({ isRead }) => isRead)).toEqual([true, ...Array.from({ length: 49 }, () => false)])
      expect(after.items[0]?.alsoIn).toHaveLength(1)
    },
    TEST_MS_MAX,
  )
})
