import { setTimeout } from "node:timers/promises"
import { openPeople, TEST_MASTER_KEY, type TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { spawnOps } from "../../ops/testing/opsKit.ts"
import { waitUntil } from "../../run/processes.ts"
import { startProduct } from "../../testing/product.ts"
import type { BenchContext, Figures } from "../lib/Bench.ts"
import { interleaved } from "../lib/interleaved.ts"
import { requestRate } from "../pages/requestRate.ts"

const ITEMS = 50
const SHOWN_MS_MAX = 60_000
const PARAGRAPH =
  "The first person in the harbour is not a sailor. It is the woman who unlocks the **bakery** behind customs, at ten past three.\n\n"
const [PREVIEW, REST] = [PARAGRAPH.repeat(3), PARAGRAPH.repeat(20)]

/**
 * The page of a post for subscribers, requested by one of them, beside the page of a public post of the same text and
 * reader; and a channel's list of posts of which every second is locked, beside one without levels, for a guest.
 */
export const measureGatedPages = async ({ log, defer, database }: BenchContext): Promise<Figures> => {
  const databaseUrl = await database()
  const env = { MASTER_KEY: TEST_MASTER_KEY, DEMO: "false", READ_YOUR_WRITES_MS: "30000" }
  const product = await startProduct({ databaseUrl, env })
  defer(product.stop)
  const { origin } = product
  const people = openPeople({ url: databaseUrl })
  const [mixed, open, reader] = [await people.make(), await people.make(), await people.make()]
  await people.close()
  const channels = [await makeCreator(databaseUrl, mixed), await makeCreator(databaseUrl, open, { subject: "Open" })]
  const granted = await spawnOps({ DATABASE_URL: databaseUrl, MASTER_KEY: TEST_MASTER_KEY }, [
    ...["chat", "grant", mixed.userCode, reader.userCode, "2", "--yes"],
  ]).ended
  if (granted.code !== 0) throw new Error(granted.err)

  log(`publishing ${2 * ITEMS} posts`)
  let [gated, plain] = ["", ""]
  for (let index = 0; index < ITEMS; index++) {
    const link = await publish(origin, mixed, index, index % 2 === 0 ? 2 : 1)
    if (index % 2 === 0) gated = link
    plain = await publish(origin, open, index, 1)
  }
  const lists = channels.map(({ channelCode }) => `/user/${channelCode}`)
  const isShown = async (path: string) => (await (await fetch(origin + path)).text()).includes(`Post ${ITEMS - 1}`)
  for (const path of lists)
    if (!(await waitUntil(() => isShown(path), SHOWN_MS_MAX))) throw new Error(`${path} does not show all posts`)

  const cookie = `quire_session=${reader.token}`
  const pages = await interleaved(
    { gated: () => requestRate(origin, gated, cookie), public: () => requestRate(origin, plain, cookie) },
    { log },
  )
  const [locked = "", unlocked = ""] = lists
  const listed = await interleaved(
    { locked: () => requestRate(origin, locked, ""), plain: () => requestRate(origin, unlocked, "") },
    { log },
  )
  return {
    ratios: {
      gated_page_vs_public: pages.ratio("gated", "public"),
      locked_list_vs_plain: listed.ratio("locked", "plain"),
    },
    absolute: { gated_pages_per_s: pages.median("gated"), locked_lists_per_s: listed.median("locked") },
  }
}

/** Publishes a post whose rest has a level, and returns its address. */
const publish = async (
  origin: string,
  { token }: Pick<TestPerson, "token">,
  index: number,
  levelId: number,
): Promise<string> => {
  const text = levelId === 1 ? { preview: PREVIEW + REST } : { preview: PREVIEW, gated: REST }
  const answer = await fetch(`${origin}/api/Feed/createContent`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ title: `Post ${index}`, ...text, levelId, contentStatusId: 3 }),
  })
  if (answer.status === 429) {
    await setTimeout(Number(answer.headers.get("retry-after")) * 1_000)
    return publish(origin, { token }, index, levelId)
  }
  const { data } = (await answer.json()) as { readonly data: { readonly content: { readonly link: string } } | null }
  if (data === null) throw new Error(`publishing answered ${answer.status}`)
  return data.content.link
}
