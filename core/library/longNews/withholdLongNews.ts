import { Result } from "effect"
import { type LibraryEvent, LongNewsReleased, LongNewsWithheld } from "../events.ts"
import type { LongNewsState } from "./LongNews.ts"

type Which = { readonly id: string; readonly authorCode: string; readonly nowIso: string }
type Decided = Result.Result<ReadonlyArray<LibraryEvent>, never>

/** Takes an item from its readers, for operators. Idempotent; there is nothing to take of a deleted one. */
export const withholdLongNews =
  ({ id, authorCode, nowIso: withheldAt }: Which) =>
  ({ news, withheld }: LongNewsState): Decided => {
    const newsId = news[id]
    if (newsId === undefined || withheld.includes(newsId)) return Result.succeed([])
    return Result.succeed([LongNewsWithheld.make({ newsId, authorCode, withheldAt })])
  }

/** Gives it back. Idempotent; a deleted one stays deleted. */
export const releaseLongNews =
  ({ id, authorCode, nowIso: releasedAt }: Which) =>
  ({ news, withheld }: LongNewsState): Decided => {
    const newsId = news[id]
    if (newsId === undefined || !withheld.includes(newsId)) return Result.succeed([])
    return Result.succeed([LongNewsReleased.make({ newsId, authorCode, releasedAt })])
  }
