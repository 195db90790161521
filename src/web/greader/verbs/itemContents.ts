import { Effect } from "effect"
import { personFollows } from "#projections/follows"
import { articles } from "#projections/readerApps"
import { type Call, jsonAnswer } from "../Call.ts"
import { READING_LIST } from "../streamIds.ts"
import { writeArticles } from "../writeArticle.ts"
import { namedItems } from "./namedItems.ts"

/** Articles that one call may name. */
const ARTICLES_MAX = 1_000

/** The articles with some ids. */
export const itemContents = Effect.fn("itemContents")(function* ({ personId, params, origin }: Call) {
  const itemIds = yield* namedItems(params, ARTICLES_MAX)
  const [follows, found] = yield* Effect.all([personFollows(personId), articles(personId, itemIds)], { concurrency: 2 })
  return jsonAnswer(writeArticles(found, { id: READING_LIST, follows, origin }))
})
