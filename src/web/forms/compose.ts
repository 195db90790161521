import { PICTURE_BYTES_MAX } from "#contract/media"
import { POST_LEVEL, POST_STATUS, POST_TEXT_BYTES_MAX, type PostLevel } from "#contract/publishing"
import { Autosaves, type OwnPost, type SavedVersion, type TypedFields } from "#core/publishing"
import { findOwnCommentLevel } from "#projections/publishing"
import type { Notice } from "#src/lib/notices.ts"
import { paths } from "#src/lib/paths.ts"
import { splitCommas } from "#src/lib/text.ts"
import { run } from "#src/process/runtime.ts"
import { type OwnAnswer, ownCall } from "../ownCall.ts"
import { assistWith, isInstruction, translateTexts } from "./composeAssist.ts"
import { insertFile } from "./insertFile.ts"
import { storePicture } from "./keepUploaded.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"
import { readFields, readFiles, redirectTo } from "./readForm.ts"

/** Bytes of the form: both parts, a picture, and the other fields. */
const FORM_BYTES_MAX = POST_TEXT_BYTES_MAX + PICTURE_BYTES_MAX + 40_000

/** The fields of the composer that are kept while they are not saved. */
export const COMPOSE_FIELDS = [
  ...(["title", "preview", "gated", "levelId", "languageCode", "tags", "series", "customTitle"] as const),
  ...(["subscribersDays", "everyoneDays", "dueAt", "timeZone", "commentLevelId"] as const),
  ...(["sendEmail", "letterLevelId"] as const),
] as const
export type ComposeField = (typeof COMPOSE_FIELDS)[number]

/** What the page shows after its form was sent. */
export type ComposeView = FormRefusal & {
  /** What was typed; null if the form was not sent. */
  readonly typed: TypedFields | null
  /** The level of the reader whose view is shown; null for no preview. */
  readonly previewLevelId: PostLevel | null
  /** The level of the reader that a letter is shown for; null for no letter. */
  readonly letterLevelId: PostLevel | null
  /** Whether a newer version was saved than the one that the form was opened with. */
  readonly isChanged: boolean
  /** What the assistant wrote; null if it was not asked. */
  readonly assistText: string | null
  /** Whether the author's files are shown. */
  readonly showsFiles: boolean
}

const BLANK: ComposeView = {
  ...NO_REFUSAL,
  ...{ typed: null, previewLevelId: null, letterLevelId: null, isChanged: false, assistText: null },
  showsFiles: false,
}

/** What the buttons do, with the status that the post gets and the notice of the next page. */
const ACTS = {
  save: { statusId: undefined, notice: "post-saved" },
  publish: { statusId: POST_STATUS.published, notice: "post-published" },
  schedule: { statusId: POST_STATUS.scheduled, notice: "post-scheduled" },
  unschedule: { statusId: POST_STATUS.draft, notice: "post-unscheduled" },
  hide: { statusId: POST_STATUS.hidden, notice: "post-hidden" },
  show: { statusId: POST_STATUS.published, notice: "post-shown" },
} as const satisfies Record<string, { readonly statusId: number | undefined; readonly notice: Notice }>
type Act = keyof typeof ACTS

/** Executes the form of the composer. @param own the post that is edited; null for a new one */
export const handleComposeForm = async (page: ActingPage, own: OwnPost | null): Promise<Response | ComposeView> => {
  if (page.request.method !== "POST") return BLANK
  const form = await readFiles(page.request, FORM_BYTES_MAX)
  if (form === null || form === "too-large") return { ...BLANK, problem: page.locals.t("compose.tooLong") }
  const field = (name: string): string => {
    const value = form.get(name)
    return typeof value === "string" ? value.replaceAll("\r\n", "\n") : ""
  }
  const typed = Object.fromEntries(COMPOSE_FIELDS.map((name) => [name, field(name)])) as Record<ComposeField, string>
  const act = field("do")
  const previewLevelId = Object.values(POST_LEVEL).find((levelId) => act === `preview-${levelId}`)
  if (previewLevelId !== undefined) return { ...BLANK, typed, previewLevelId }
  if (act === "files") return { ...BLANK, typed, showsFiles: true }
  const part = PARTS.find((each) => act === `insert-${each}`)
  if (part !== undefined) {
    const changed = { ...typed, [part]: await insertFile(page, typed[part], field("mediaId")) }
    return { ...BLANK, typed: changed, showsFiles: true }
  }
  if (act === "letter") return { ...BLANK, typed, letterLevelId: levelOf(typed.letterLevelId) }
  if (act === "test-letter") return sendTest(page, own, typed, field("channelId"))
  if (own !== null && act === "discard") {
    await discardAutosave(page, own)
    return redirectTo(paths.editPost(own.postId), { notice: "post-discarded" })
  }
  if (own !== null && act === "delete") {
    const deleted = await callOf(page)("Feed/DeleteContent", { contentId: own.postId })
    if (!deleted.ok) return { ...BLANK, typed, problem: deleted.message }
    return redirectTo(`${paths.dashboard}#posts`, { notice: "post-deleted" })
  }
  if (isInstruction(act)) {
    const written = await assistWith(page, act, typed)
    return "text" in written
      ? { ...BLANK, typed, assistText: written.text }
      : { ...BLANK, typed, problem: written.problem }
  }
  if (act === "ai-insert")
    return { ...BLANK, typed: { ...typed, preview: `${typed.preview}\n\n${field("aiText")}`.trim() } }
  if (act === "ai-replace") return { ...BLANK, typed: { ...typed, preview: field("aiText") } }
  if (act === "ai-translate")
    return translateIntoDraft(page, own, typed, { languageCode: field("aiLanguage"), channelId: field("channelId") })
  if (!Object.hasOwn(ACTS, act)) return { ...BLANK, typed }

  const cover = await coverOf(page, form)
  if (cover.problem !== undefined) return { ...BLANK, typed, problem: cover.problem }
  const { statusId, notice } = ACTS[act as Act]
  const { request, locals, clientAddress } = page
  const commandId = field("commandId")
  const written = { ...writtenOf(typed), ...cover.change }
  // Before it is published, so that nobody excluded by its author can comment.
  const refused = own === null ? undefined : await setCommentLevel(page, own.postId, typed.commentLevelId)
  if (refused !== undefined) return { ...BLANK, typed, problem: refused }
  const saved: OwnAnswer<{ readonly content: { readonly id: string } }> =
    own === null
      ? await ownCall(
          "Feed/createContent",
          {
            ...written,
            ...(field("channelId") === "" ? {} : { channelId: Number(field("channelId")) }),
            ...(statusId === POST_STATUS.published || statusId === POST_STATUS.scheduled
              ? { contentStatusId: statusId }
              : {}),
          },
          { request, locals, clientAddress, ...(commandId === "" ? {} : { commandId }) },
        )
      : await callOf(page)("Feed/UpdateContent", {
          ...written,
          contentId: own.postId,
          baseRevision: Number(field("baseRevision")),
          ...(statusId === undefined ? {} : { contentStatusId: statusId }),
        })
  if (!saved.ok) {
    const isChanged = own !== null && saved.status === CONFLICT && own.revision !== Number(field("baseRevision"))
    return { ...BLANK, typed, isChanged, ...(isChanged ? {} : toFormRefusal(saved, ...COMPOSE_FIELDS)) }
  }
  if (own !== null) await discardAutosave(page, own)
  else await setCommentLevel(page, saved.data.content.id, typed.commentLevelId)
  const isUpdate = act === "save" && own !== null && own.statusId !== POST_STATUS.draft
  return redirectTo(paths.editPost(saved.data.content.id), { notice: isUpdate ? "post-updated" : notice })
}

const CONFLICT = 409
/** The parts of a post. */
const PARTS = ["preview", "gated"] as const

/** Sets who may comment, if that is new. Returns what went wrong. */
const setCommentLevel = async (page: ActingPage, contentId: string, chosen: string): Promise<string | undefined> => {
  const level = COMMENT_LEVELS.find((each) => String(each) === chosen) ?? null
  if (level === (await run(findOwnCommentLevel(contentId)))) return undefined
  const answered = await callOf(page)("Feed/UpdateCommentLevel", { contentId, commentLevelId: level })
  return answered.ok ? undefined : answered.message
}

/** The ids of Home/CommentLevels. */
const COMMENT_LEVELS = [1, 2, 3, 4] as const

/**
 * Saves a translation of what was typed as a new draft of the same series and level. Both posts name each other, so an
 * original that was not saved yet is saved as a draft.
 */
const translateIntoDraft = async (
  page: ActingPage,
  own: OwnPost | null,
  typed: Readonly<Record<ComposeField, string>>,
  { languageCode, channelId }: { readonly languageCode: string; readonly channelId: string },
): Promise<Response | ComposeView> => {
  const texts = await translateTexts(page, typed, { from: typed.languageCode, to: languageCode })
  if ("problem" in texts) return { ...BLANK, typed, problem: texts.problem }
  const { levelId, tags, series } = writtenOf(typed)
  const channel = channelId === "" ? {} : { channelId: Number(channelId) }
  const call = callOf(page)
  const original =
    own === null ? await call("Feed/createContent", { ...writtenOf(typed), ...channel }) : { ok: true as const, own }
  if (!original.ok) return { ...BLANK, typed, ...toFormRefusal(original, ...COMPOSE_FIELDS) }
  const translationOf = "own" in original ? original.own.postId : original.data.content.id
  const made = await call("Feed/createContent", {
    ...{ ...texts, levelId, tags, series, languageCode, translationOf },
    ...channel,
  })
  if (!made.ok) return { ...BLANK, typed, problem: made.message }
  return redirectTo(paths.editPost(made.data.content.id), { notice: "post-translated" })
}

/** Mails what was typed to its author. A new post is saved as a draft first, because the letter leads to it. */
const sendTest = async (
  page: ActingPage,
  own: OwnPost | null,
  typed: Readonly<Record<ComposeField, string>>,
  channelId: string,
): Promise<Response | ComposeView> => {
  const call = callOf(page)
  const written = writtenOf(typed)
  const draft =
    own === null
      ? await call("Feed/createContent", { ...written, ...(channelId === "" ? {} : { channelId: Number(channelId) }) })
      : null
  if (draft?.ok === false) return { ...BLANK, typed, ...toFormRefusal(draft, ...COMPOSE_FIELDS) }
  const contentId = own?.postId ?? draft?.data.content.id ?? ""
  const { title, preview, gated, levelId } = written
  const readerLevelId = levelOf(typed.letterLevelId)
  const sent = await call("Feed/SendTestEmail", { contentId, title, preview, gated, levelId, readerLevelId })
  if (draft !== null) return redirectTo(paths.editPost(contentId), sent.ok ? { notice: "letter-sent" } : {})
  if (!sent.ok) return { ...BLANK, typed, problem: sent.message }
  Object.assign(page.locals, { notice: "letter-sent" } satisfies Partial<App.Locals>)
  return { ...BLANK, typed }
}

const discardAutosave = async ({ locals: { member } }: ActingPage, { postId }: OwnPost): Promise<void> => {
  if (member !== null) await run(Autosaves.use((autosaves) => autosaves.discard(member.personId, postId)))
}

/** The new cover, null for none any more, nothing if it stays; or what is wrong with the file. */
const coverOf = async (
  page: ActingPage,
  form: FormData,
): Promise<{ readonly change: { readonly cover?: string | null }; readonly problem?: string }> => {
  if (form.has("removeCover")) return { change: { cover: null } }
  const file = form.get("picture")
  if (!(file instanceof File) || file.size === 0) return { change: {} }
  const stored = await storePicture(page, file, "post")
  return "key" in stored ? { change: { cover: stored.key } } : { change: {}, problem: page.locals.t(stored.problem) }
}

/** What was typed as the calls take it. */
export const writtenOf = (typed: Readonly<Record<ComposeField, string>>) => ({
  title: typed.title,
  preview: typed.preview,
  gated: typed.gated,
  levelId: levelOf(typed.levelId),
  languageCode: typed.languageCode,
  tags: splitCommas(typed.tags.replaceAll(/[，、]/g, ",")),
  series: typed.series.trim() === "" ? null : typed.series,
  customTitle: typed.customTitle,
  subscribersDays: daysOf(typed.subscribersDays),
  everyoneDays: daysOf(typed.everyoneDays),
  dueAt: typed.dueAt,
  timeZone: typed.timeZone,
  sendEmail: typed.sendEmail !== "0",
})

const levelOf = (text: string): PostLevel =>
  Object.values(POST_LEVEL).find((levelId) => String(levelId) === text) ?? POST_LEVEL.everyone

const daysOf = (text: string): number | null => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : null)

/** The fields of a stored post as the form shows them. @param commentLevelId null for that of the channel */
export const fieldsOf = (
  own: OwnPost | null,
  languageCode: string,
  commentLevelId: number | null,
): Readonly<Record<ComposeField, string>> => ({
  commentLevelId: String(commentLevelId ?? 0),
  title: own?.title ?? "",
  preview: own?.preview ?? "",
  gated: own?.gated ?? "",
  levelId: String(own?.levelId ?? POST_LEVEL.everyone),
  languageCode,
  tags: own?.tags.join(", ") ?? "",
  series: own?.series ?? "",
  customTitle: own?.customTitle ?? "",
  subscribersDays: String(own?.opening.subscribersDays ?? ""),
  everyoneDays: String(own?.opening.everyoneDays ?? ""),
  dueAt: own?.schedule?.wall ?? "",
  timeZone: own?.schedule?.zone ?? "",
  sendEmail: own?.isMailed === false ? "0" : "1",
  letterLevelId: String(POST_LEVEL.everyone),
})

/** Saves an older version as the newest one. Returns what went wrong, or null if no form was sent. */
export const restoreVersion = async (
  page: ActingPage,
  own: OwnPost,
  versions: ReadonlyArray<SavedVersion>,
): Promise<Response | string | null> => {
  if (page.request.method !== "POST") return null
  const form = await readFields(page.request)
  const version = versions.find(({ revision }) => String(revision) === form.get("revision"))
  if (version === undefined) return null
  const { title, preview, gated, levelId, tags, series } = version
  const saved = await callOf(page)("Feed/UpdateContent", {
    contentId: own.postId,
    baseRevision: Number(form.get("baseRevision")),
    ...{ title, preview, gated, levelId, tags, series },
  })
  if (!saved.ok) return saved.message
  await discardAutosave(page, own)
  return redirectTo(paths.editPost(own.postId), { notice: "post-restored" })
}
