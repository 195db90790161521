import { Result } from "effect"
import { LONG_NEWS_A_DAY_MAX, LONG_NEWS_MAX } from "../contract.ts"
import { type LibraryEvent, LongNewsUploaded } from "../events.ts"
import type { LongNewsState } from "./LongNews.ts"
import { EmptyLongNews, TooManyLongNews } from "./refusals.ts"

/** A cleaned text with its summary. */
export type LongNewsText = {
  readonly title: string
  readonly summary: string
  readonly contentHtml: string
  readonly imageUrl: string | null
  readonly tags: ReadonlyArray<string>
  readonly language: string | null
}

export type UploadLongNews = {
  readonly newsId: string
  readonly authorCode: string
  readonly nowIso: string
  /** Cleans the text. Called last, because it is slow. */
  readonly text: () => LongNewsText
}

/** Publishes an item, unless its author has reached a limit. */
export const uploadLongNews =
  ({ newsId, authorCode, nowIso, text: cleaned }: UploadLongNews) =>
  ({
    news,
    uploadedOn,
  }: LongNewsState): Result.Result<ReadonlyArray<LibraryEvent>, TooManyLongNews | EmptyLongNews> => {
    if (Object.keys(news).length >= LONG_NEWS_MAX) return Result.fail(new TooManyLongNews({ of: "all" }))
    if (uploadedOn.day === nowIso.slice(0, 10) && uploadedOn.count >= LONG_NEWS_A_DAY_MAX)
      return Result.fail(new TooManyLongNews({ of: "day" }))
    const text = cleaned()
    if (text.summary === "" && text.imageUrl === null) return Result.fail(new EmptyLongNews({}))
    return Result.succeed([LongNewsUploaded.make({ newsId, authorCode, uploadedAt: nowIso, ...text })])
  }
