import { stringify } from "yaml"
import { POST_FORMAT, POST_STATUS } from "#contract/publishing"
import type { OwnPost } from "#core/publishing"

const STATUS_NAMES: Readonly<Record<number, string>> = {
  [POST_STATUS.draft]: "draft",
  [POST_STATUS.scheduled]: "scheduled",
  [POST_STATUS.published]: "published",
  [POST_STATUS.hidden]: "hidden",
}
/** What stands between the two parts, in the words of Ghost; another line if the text has this one. */
const MARKER = "members-only"

export type PlacedFiles = {
  /** The path of a media file from the folder of posts; null if the archive does not have it. */
  readonly mediaPath: (mediaId: string) => string | null
  readonly coverPath: (key: string) => string
}

/** A post as a Markdown file with its properties, which our import reads back. */
export const postFile = (post: OwnPost, files: PlacedFiles): string => {
  const marker = markerFor(post.preview)
  const properties = {
    format: POST_FORMAT,
    id: post.postId,
    title: post.title,
    status: STATUS_NAMES[post.statusId] ?? "draft",
    date: post.publishedAt,
    level: post.levelId,
    language: post.language,
    tags: post.tags.length === 0 ? null : post.tags,
    series: post.series,
    slug: post.slugs.at(-1) ?? (post.customTitle || null),
    cover: post.cover === null ? null : files.coverPath(post.cover),
    canonical: post.origin?.canonicalUrl ?? null,
    opens_to_subscribers_after_days: post.opening.subscribersDays,
    opens_to_everyone_after_days: post.opening.everyoneDays,
    split: post.gated === "" ? null : marker,
  }
  const written = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null))
  const place = (text: string) => placeFiles(text, files)
  const parts = [place(post.preview), ...(post.gated === "" ? [] : [marker, place(post.gated)])]
  return `---\n${stringify(written, { lineWidth: 0 })}---\n\n${parts.filter((part) => part !== "").join("\n\n")}\n`
}

const markerFor = (preview: string): string => {
  const lines = new Set(preview.split("\n").map((line) => line.trim()))
  for (let number = 1; ; number++) {
    const marker = number === 1 ? `<!--${MARKER}-->` : `<!--${MARKER}-${number}-->`
    if (!lines.has(marker)) return marker
  }
}

/** Pictures, sounds and links name the files of the archive. */
const placeFiles = (text: string, { mediaPath }: PlacedFiles): string =>
  text.replaceAll(
    /(\]\(<?|\]:[ \t]{0,9}<?)media:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/gi,
    (whole, before: string, mediaId: string) => {
      const path = mediaPath(mediaId.toLowerCase())
      return path === null ? whole : `${before}${path}`
    },
  )
