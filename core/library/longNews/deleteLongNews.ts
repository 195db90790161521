import { Result } from "effect"
import { type LibraryEvent, LongNewsDeleted } from "../events.ts"
import type { LongNewsState } from "./LongNews.ts"
import { NoLongNews } from "./refusals.ts"

export type DeleteLongNews = { readonly id: string; readonly authorCode: string; readonly nowIso: string }

/** Deletes an item. The history belongs to the author, so only the author's own items are found. */
export const deleteLongNews =
  ({ id, authorCode, nowIso }: DeleteLongNews) =>
  ({ news }: LongNewsState): Result.Result<ReadonlyArray<LibraryEvent>, NoLongNews> => {
    const newsId = news[id]
    return newsId === undefined
      ? Result.fail(new NoLongNews({ id }))
      : Result.succeed([LongNewsDeleted.make({ newsId, authorCode, deletedAt: nowIso })])
  }
