import { type ItemPage, listItems, type NeighbourList, type OpenedArticle, openArticle } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { sharedBriefly } from "./sharedBriefly.ts"

/** Opened articles that guests share: with their texts, some 20 MB. */
const ARTICLES_MAX = 200
const articles = sharedBriefly<OpenedArticle | null>(ARTICLES_MAX)

/** Opens an article (openArticle). Guests who come from its own feed or from other sites share it for a second. */
export const openForReader = (itemId: string, list: NeighbourList, { member }: App.Locals) => {
  const open = () => run(openArticle(itemId, list))
  return member === null && list.feedIds === "own" ? articles(itemId, open) : open()
}

/** Lists of the newest items that guests share, by their languages. */
const NEWEST_MAX = 100
const newest = sharedBriefly<ItemPage>(NEWEST_MAX)

/** The newest items of the library in some languages. Guests share them for a second. A failure is reported and gives undefined. */
export const newestFor = async (languages: ReadonlyArray<string>, pageSize: number, locals: App.Locals) => {
  const list = () => run(listItems({ feedIds: null, languages, pageSize }))
  try {
    return await (locals.member === null ? newest(`${pageSize} ${languages.join()}`, list) : list())
  } catch (error) {
    locals.report?.(error)
    return undefined
  }
}
