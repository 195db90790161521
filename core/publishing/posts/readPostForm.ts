import { Result } from "effect"
import { stripBidiControls } from "#core/kernel"
import {
  OPEN_DAYS_MAX,
  POST_SERIES_LENGTH_MAX,
  POST_TAG_LENGTH_MAX,
  POST_TAGS_MAX,
  POST_TITLE_LENGTH_MAX,
} from "../limits.ts"
import { UnfitPost } from "../refusals.ts"
import { slugOf } from "../slugOf.ts"
import type { PostVersion } from "./Post.ts"
import { problemAt as at, isTooLong } from "./postRules.ts"

/** Reads a change of a post; fields that are not given are not checked. All problems are named at once. */
export const readPostForm = (change: Partial<PostVersion>): Result.Result<Partial<PostVersion>, UnfitPost> => {
  const { title, preview, gated, tags, series, customTitle, ...others } = change
  const next: Partial<PostVersion> = {
    ...others,
    ...(title === undefined ? {} : { title: cleanLine(title) }),
    ...(preview === undefined ? {} : { preview: cleanText(preview) }),
    ...(gated === undefined ? {} : { gated: cleanText(gated) }),
    ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
    ...(series === undefined ? {} : { series: series === null ? null : cleanLine(series) || null }),
    ...(customTitle === undefined ? {} : { customTitle: slugOf(customTitle) }),
  }
  const problems = [
    ...(lengthOf(next.title ?? "") > POST_TITLE_LENGTH_MAX ? [at("title", "title.long")] : []),
    ...(isTooLong(next) ? [at("preview", "text.long")] : []),
    ...((next.tags ?? []).length > POST_TAGS_MAX ? [at("tags", "tags.many")] : []),
    ...((next.tags ?? []).some((tag) => lengthOf(tag) > POST_TAG_LENGTH_MAX) ? [at("tags", "tags.long")] : []),
    ...(lengthOf(next.series ?? "") > POST_SERIES_LENGTH_MAX ? [at("series", "series.long")] : []),
    ...(hasText(customTitle) && next.customTitle === "" ? [at("customTitle", "slug.unfit")] : []),
    ...openingProblems(next.opening),
  ]
  return problems.length === 0 ? Result.succeed(next) : Result.fail(new UnfitPost({ problems }))
}

const openingProblems = (opening: PostVersion["opening"] | undefined) => {
  if (opening === undefined) return []
  const { subscribersDays, everyoneDays } = opening
  const days = [subscribersDays ?? 0, everyoneDays ?? 0]
  if (days.some((each) => !Number.isInteger(each) || each < 0 || each > OPEN_DAYS_MAX))
    return [at("opening", "opens.long")]
  const isReversed = subscribersDays !== null && everyoneDays !== null && everyoneDays < subscribersDays
  return isReversed ? [at("opening", "opens.order")] : []
}

const hasText = (text: string | undefined): boolean => (text ?? "").trim() !== ""

/** Characters as people count them. */
const lengthOf = (text: string): number => [...text].length

/** Control characters except tab and line feed: JSON writes them with six bytes, and no text needs them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Markdown as stored: normalized, with line feeds. Spaces at the ends of lines mean something and stay. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replace(CONTROLS, "")
    .normalize("NFC")
    .replace(/^\n+/, "")
    .trimEnd()
const cleanLine = (text: string): string => stripBidiControls(cleanText(text)).replaceAll(/\s+/gu, " ").trim()
const cleanTags = (tags: ReadonlyArray<string>): ReadonlyArray<string> => {
  const clean = tags.map((tag) => cleanLine(tag.replace(/^#+/, ""))).filter((tag) => tag !== "")
  return clean.filter((tag, at) => clean.findIndex((each) => each.toLowerCase() === tag.toLowerCase()) === at)
}
