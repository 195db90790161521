import { randomFrom } from "../../../demo/random.ts"
import type { ChatPerson } from "../../../testing/chatStage.ts"
import { membersOf, type Setting } from "../Setting.ts"
import { Texts } from "./texts.ts"

const PAGE = 30
const PAGES_PER_SECOND = 50
/** A search costs as much of the rate limit as four pages. */
const SEARCHES_PER_SECOND = 10
const SECONDS = 20

/** Pages at random dates of a long history, and searches for frequent and rare words. */
export const history = async (
  setting: Setting,
  port: number,
  { owner, readers, messages }: { owner: ChatPerson; readers: ReadonlyArray<ChatPerson>; messages: number },
) => {
  const { log, given } = setting
  const seconds = given("seconds", SECONDS)
  const texts = new Texts(messages)
  const random = randomFrom("questions")
  const room = `Team|${owner.userCode}`
  const pages = Array.from({ length: PAGES_PER_SECOND * seconds }, (_, at) => {
    const from = { Date: texts.timeOf(random.whole(1, messages)), Direction: at % 4 === 3 ? "Newer" : "Older" }
    return ["Lh", `${room}|${JSON.stringify({ ...from, PageSize: PAGE })}`] as const
  })
  const searches = Array.from(
    { length: SEARCHES_PER_SECOND * seconds },
    () => ["Sh", `${room}|${JSON.stringify({ Text: texts.query(random), PageSize: PAGE })}`] as const,
  )
  const generator = setting.startGenerator()
  await generator.open({ port, members: membersOf(readers, readers.length, () => room) })
  // Warm-up: recent pages are in memory, as in a busy room.
  await generator.request({ perSecond: PAGES_PER_SECOND, seconds: 2, queries: pages.slice(-2 * PAGES_PER_SECOND) })
  const paged = await generator.request({ perSecond: PAGES_PER_SECOND, seconds, queries: pages })
  const searched = await generator.request({ perSecond: SEARCHES_PER_SECOND, seconds, queries: searches })
  for (const [what, { refused, unanswered }] of Object.entries({ paged, searched }))
    if (refused + unanswered > 0) log(`${what}: ${refused} were refused, ${unanswered} not answered`)
  generator.close()
  return {
    history_page_p95_ms: paged.p95Ms,
    history_page_p50_ms: paged.p50Ms,
    history_search_p95_ms: searched.p95Ms,
    history_search_p50_ms: searched.p50Ms,
  }
}
