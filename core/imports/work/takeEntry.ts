import { Clock, Effect, Result } from "effect"
import { POST_LEVEL } from "#contract/publishing"
import { Pictures } from "#core/media"
import { type ForeignPost, type PostRefusal, Posts, plainTextOf } from "#core/publishing"
import type { EntryNote, EntryProblem, ImportSource } from "../contract.ts"
import type { EntryBody, EntryHead, ForeignFile } from "../ForeignEntry.ts"
import { FormerPages } from "../FormerPages.ts"
import { POST_FILES_MAX } from "../limits.ts"
import { firstWordsOf, titleOf } from "../sources/headFields.ts"
import type { EntryOutcome, ImportOptions, MissingFile } from "./ImportRow.ts"
import { type FileContext, fileTaker, type TakenFile } from "./takeFiles.ts"

export type TakenEntry = {
  readonly outcome: EntryOutcome
  readonly problem: EntryProblem | null
  readonly notes: ReadonlyArray<EntryNote>
  readonly postId: string | null
  readonly files: number
  readonly missing: ReadonlyArray<MissingFile>
}

/** What all entries of an import share. */
export type EntryContext = FileContext & {
  readonly channelId: number
  readonly source: ImportSource
  readonly options: ImportOptions
  readonly filePrefix: string
  /** The language of the channel, for posts that do not name theirs. */
  readonly language: string | null
}

/** A file that no post shows: its place reads as missing. */
const NO_FILE = "media:00000000-0000-4000-8000-000000000000"

/** Creates the post of an entry with its files, unless the channel has it. */
export const entryTaker = Effect.gen(function* () {
  const [posts, pictures, files, formerPages] = [yield* Posts, yield* Pictures, yield* fileTaker, yield* FormerPages]

  const coverOf = Effect.fnUntraced(function* (file: ForeignFile | undefined, context: EntryContext) {
    if (file === undefined) return { cover: null, missing: [] }
    const picture = yield* files.readPicture(file, context)
    if ("problem" in picture) return { cover: null, missing: [missingFile(file, picture)] }
    const stored = yield* Effect.result(pictures.keep(context.personId, picture.bytes, { purpose: "post" }))
    if (Result.isSuccess(stored)) return { cover: stored.success.key, missing: [] }
    const problem = stored.failure._tag === "TooManyPictures" ? ("quota" as const) : ("format" as const)
    return { cover: null, missing: [missingFile(file, { problem })] }
  })

  return Effect.fn("takeEntry")(function* (
    head: EntryHead,
    body: EntryBody,
    context: EntryContext,
  ): Effect.fn.Return<TakenEntry> {
    const { channelId, personId, source, options } = context
    const from = { source, sourceId: head.sourceId, canonicalUrl: head.canonicalUrl }
    const nothing = { notes: head.notes, postId: null, files: 0, missing: [] }
    // Before its files are loaded.
    const found = yield* posts.findImported(personId, channelId, from)
    if (found === "there" || (found === "deleted" && !options.bringsBack))
      return { ...nothing, outcome: found, problem: null }
    const { canonicalUrl } = head
    const known = canonicalUrl === null ? null : yield* formerPages.findPost(channelId, source, canonicalUrl)
    if (known !== null) return { ...nothing, outcome: "there", problem: null, postId: known }
    if (body.files.length > POST_FILES_MAX) return { ...nothing, outcome: "refused", problem: "mediaMany" }
    // The picture above a post is stored as such; it is a file too only if the text shows it again.
    const inText = body.files.map((_, number) => isNamed(body, context.filePrefix, number))
    const taken = yield* files.takeAll(
      body.files.filter((_, number) => inText[number]),
      context,
    )
    const queue = [...taken]
    const outcomes = inText.map((isShown): TakenFile | null => (isShown ? (queue.shift() ?? null) : null))
    const { cover, missing } = yield* coverOf(body.cover === null ? undefined : body.files[body.cover], context)
    const named = (text: string) => nameFiles(text, context.filePrefix, body.files, outcomes)
    const nowMs = yield* Clock.currentTimeMillis
    const post = postOf(head, { ...body, preview: named(body.preview), gated: named(body.gated) }, context, nowMs)
    const written = { ...post, version: { ...post.version, cover } }
    const made = yield* Effect.result(
      posts.importForeign(personId, channelId, { from, ...written }, options.bringsBack),
    )
    const isNamedHere = head.title === "" && post.publishedAt !== null
    const notes: ReadonlyArray<EntryNote> = isNamedHere ? [...head.notes, "titleMade"] : head.notes
    const report = {
      notes,
      files: taken.filter((each) => "mediaId" in each).length + (cover === null ? 0 : 1),
      missing: [
        ...missing,
        ...outcomes.flatMap((each, number) =>
          each !== null && "problem" in each ? [missingFile(body.files[number], each)] : [],
        ),
      ],
    }
    if (Result.isFailure(made)) return { ...report, outcome: "refused", problem: problemOf(made.failure), postId: null }
    return { ...report, outcome: made.success.outcome, problem: null, postId: made.success.postId }
  })
})

const missingFile = (
  file: ForeignFile | undefined,
  { problem }: Extract<TakenFile, { problem: unknown }>,
): MissingFile => ({
  file: file === undefined ? "" : "path" in file ? file.path : file.address,
  problem,
})

const isNamed = ({ preview, gated }: EntryBody, prefix: string, number: number): boolean =>
  [preview, gated].some((text) => new RegExp(`${prefix}${number}(?!\\d)`).test(text))

/** Names the files of a text as posts do. What was not taken keeps its former address. */
const nameFiles = (
  text: string,
  prefix: string,
  files: ReadonlyArray<ForeignFile>,
  outcomes: ReadonlyArray<TakenFile | null>,
): string =>
  text.replaceAll(new RegExp(`${prefix}(\\d{1,6})`, "g"), (_, digits: string) => {
    const [taken, file] = [outcomes[Number(digits)], files[Number(digits)]]
    if (taken != null && "mediaId" in taken) return `media:${taken.mediaId}`
    const address = file?.address ?? null
    // Brackets would end the link in which the address stands.
    return address === null ? NO_FILE : address.replaceAll("(", "%28").replaceAll(")", "%29")
  })

const postOf = (head: EntryHead, body: EntryBody, context: EntryContext, nowMs: number): Omit<ForeignPost, "from"> => {
  const { levelId, ...texts } = levelledOf(head, body)
  const isOut = context.options.publishes && !head.isDraft && head.publishedAt !== null
  const publishedAt = isOut && Date.parse(head.publishedAt ?? "") <= nowMs ? head.publishedAt : null
  const title = head.title === "" && publishedAt !== null ? titleMadeOf(head, texts.preview) : head.title
  const language = head.language ?? (context.source === "quire" ? null : context.language)
  return {
    slug: head.slug,
    publishedAt,
    version: {
      ...{ title, ...texts, levelId, language, tags: head.tags, series: head.series },
      // A draft gets its address when it is published.
      ...(publishedAt === null ? { customTitle: head.slug } : {}),
      ...(head.opening === null ? {} : { opening: head.opening }),
    },
  }
}

/** Texts that fit the level. What was not for everyone never becomes public, also if there is no place to split it. */
const levelledOf = ({ levelId }: EntryHead, { preview, gated }: EntryBody) => {
  if (levelId === POST_LEVEL.everyone)
    return { levelId, preview: [preview, gated].filter((text) => text !== "").join("\n\n"), gated: "" }
  return gated === "" ? { levelId, preview: "", gated: preview } : { levelId, preview, gated }
}

/** A title from what everyone may read: the first words, the address, or the day. */
const titleMadeOf = ({ slug, publishedAt }: EntryHead, preview: string): string =>
  titleOf(firstWordsOf(plainTextOf(preview.slice(0, 2_000)))) ||
  titleOf(slug.replaceAll("-", " ")) ||
  (publishedAt ?? "").slice(0, 10)

/** Why a post was refused. */
export const problemOf = (refusal: PostRefusal): EntryProblem => {
  if (refusal._tag === "ChannelNotActive") return "channel"
  if (refusal._tag !== "UnfitPost") return "refused"
  const [first] = refusal.problems
  if (first?.problem === "text.long") return "long"
  if (first?.problem === "media.many") return "mediaMany"
  return first?.problem === "text.empty" || first?.problem === "level.notGated" ? "empty" : "refused"
}
