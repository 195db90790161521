import { feedIdOf, itemIdOf } from "#core/feeds"
import { type LibraryKit, NOW_MS } from "#projections/testing"
import { relevanceCases } from "../relevance/index.ts"

const HOUR_MS = 3_600_000

/** Adds the judged libraries, one feed per language. Returns the names of their items by id, such as `en.ferry`. */
export const storeJudged = async (kit: LibraryKit): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  for (const { language, items } of relevanceCases) {
    const url = `https://${language}.example/feed`
    for (const name of Object.keys(items)) names.set(itemIdOf(feedIdOf(url), `guid:${name}`), `${language}.${name}`)
    const published = Object.entries(items).map(([name, [title, summary, ...tags]], at) => ({
      name,
      title,
      summary,
      tags,
      html: "",
      atMs: NOW_MS - at * HOUR_MS,
    }))
    await kit.notify(url, published, { about: { language, title: "·" } })
  }
  await kit.settle()
  return names
}
