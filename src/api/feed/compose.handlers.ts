import { Effect } from "effect"
import { POST_MEDIA_MAX, type RichNode } from "#contract/publishing"
import { isUuid } from "#core/kernel"
import { AttachableMedia, Autosaves, Posts, readRichText, type TypedFields } from "#core/publishing"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { mediaResolver } from "#src/web/media/resolveMedia.ts"
import { renderForReader } from "#src/web/publishing/renderForReader.ts"
import { sendTestLetter } from "#src/web/publishing/sendTestLetter.ts"
import { answer, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { composing, TEST_LETTERS, takeToken } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { tooManyRequestsAnswer } from "../tooManyRequestsAnswer.ts"

type AutosavePayload = {
  readonly contentId: string
  readonly tab: string
  readonly seen: number | null
  readonly baseRevision: number
  readonly fields: TypedFields
}
type Texts = { readonly preview: string; readonly gated: string }
type Previewed = {
  readonly preview: string
  readonly gated: string
  readonly levelId: 1 | 2 | 3
  readonly readerLevelId: 1 | 2 | 3
}

/** Pixels of a picture in the editor. */
const PICTURE_WIDTH = 640
const MEDIA_ADDRESS = /^media:(.+)$/

/** The files that documents show, with the addresses by which their author loads them. */
const filesOf = Effect.fnUntraced(function* (documents: ReadonlyArray<RichNode>, personId: string) {
  const addresses = new Set<string>()
  const collect = ({ attrs, content = [] }: RichNode): void => {
    if (typeof attrs?.["src"] === "string" && addresses.size < POST_MEDIA_MAX) addresses.add(attrs["src"])
    for (const inner of content) collect(inner)
  }
  for (const document of documents) collect(document)
  const mediaIds = [...addresses].flatMap((src) => MEDIA_ADDRESS.exec(src)?.[1] ?? [])
  const media = mediaIds.length === 0 ? [] : yield* (yield* AttachableMedia).find(personId, mediaIds)
  const resolve = yield* mediaResolver(media, personId)
  return [...addresses].flatMap((src) => {
    const file = resolve(MEDIA_ADDRESS.exec(src)?.[1] ?? "")
    if (file !== null) return [{ src, kind: file.kind, url: file.url }]
    const url = /^https?:\/\//i.test(src) ? imageUrl(src, PICTURE_WIDTH) : null
    return url === null ? [] : [{ src, kind: "image" as const, url }]
  })
})

/** Handlers of compose.contract.ts; resolved once for the group. */
export const composeHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [autosaves, posts, limited] = [yield* Autosaves, yield* Posts, yield* composing]

  return {
    AutosaveContent: Effect.fn("AutosaveContent")(function* ({
      payload: { contentId, ...change },
    }: {
      readonly payload: AutosavePayload
    }) {
      const { personId } = yield* requireMember
      yield* limited
      const t = translator((yield* CurrentCaller).locale)
      if (!isUuid(contentId)) return yield* new NotFound(refusal(t("posts.none")))
      const autosaved = yield* autosaves.keep(personId, { postId: contentId.toLowerCase(), ...change }).pipe(
        Effect.catchTag("OtherTab", () => Effect.fail(new Conflict(refusal(t("compose.otherTab"))))),
        Effect.catchTag("NoPost", () => Effect.fail(new NotFound(refusal(t("posts.none"))))),
      )
      return answer({ saveNumber: autosaved.saveNumber, saved: autosaved.savedAtMs })
    }, provide),

    PreviewContent: Effect.fn("PreviewContent")(function* ({ payload }: { readonly payload: Previewed }) {
      const { personId } = yield* requireMember
      yield* limited
      const { locale } = yield* CurrentCaller
      const { preview, gated, words, minutes, missing } = yield* renderForReader({ ...payload, personId, locale })
      return answer({ preview: preview.html, gated: gated?.html ?? null, words, minutes, missing })
    }, provide),

    SendTestEmail: Effect.fn("SendTestEmail")(function* ({
      payload: { contentId, ...written },
    }: {
      readonly payload: Previewed & { readonly contentId: string; readonly title: string }
    }) {
      const { personId } = yield* requireMember
      yield* limited
      const t = translator((yield* CurrentCaller).locale)
      const missing = new NotFound(refusal(t("posts.none")))
      if (!isUuid(contentId)) return yield* missing
      const postId = contentId.toLowerCase()
      const { channelId, slugs } = yield* posts.read(personId, postId).pipe(Effect.mapError(() => missing))
      const seconds = yield* takeToken(TEST_LETTERS, personId)
      if (seconds > 0) return yield* Effect.flatMap(tooManyRequestsAnswer(seconds), Effect.fail)
      const slug = slugs.at(-1) ?? postId
      yield* sendTestLetter({ ...written, personId, postId, channelId, slug }).pipe(
        Effect.catchTag("TestLetterNotSent", ({ messageKey }) => Effect.fail(new Conflict(refusal(t(messageKey))))),
      )
      return answer(null, t("compose.letter.sent"))
    }, provide),

    ReadRichText: Effect.fn("ReadRichText")(function* ({ payload: { preview, gated } }: { readonly payload: Texts }) {
      const { personId } = yield* requireMember
      yield* limited
      const t = translator((yield* CurrentCaller).locale)
      const [first, second] = [readRichText(preview), readRichText(gated)]
      if ("obstacle" in first || "obstacle" in second) {
        const part = t("obstacle" in first ? "compose.preview" : "compose.gated")
        const obstacle = "obstacle" in first ? first.obstacle : "obstacle" in second ? second.obstacle : "other"
        return answer({ documents: null, obstacle: t(`compose.rich.not.${obstacle}`, { part }), files: [] })
      }
      const documents = { preview: first.document, gated: second.document }
      const files = yield* filesOf([first.document, second.document], personId)
      return answer({ documents, obstacle: null, files })
    }, provide),
  }
})
