import { Effect, Stream } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { POST_LEVEL } from "#contract/publishing"
import { ItemParts } from "#core/feeds"
import { sourceOf } from "#core/kernel"
import {
  Assistant,
  type AssistFailed,
  type BudgetSpent,
  type LanguageNotOffered,
  type NotConfigured,
  type Piece,
  type TextBlock,
  textBlocks,
} from "#core/library"
import { findItem, type OpenedItem } from "#projections/feeds"
import { translator } from "#src/i18n/index.ts"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import type { Services } from "#src/process/runtime.ts"
import { isSummaryOnly } from "#src/web/library/isSummaryOnly.ts"
import { answer, BadRequest, NotFound, NotOffered, refusal, TooMany, Unavailable } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { assisting } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type TranslatePayload = {
  readonly languageCode: string
  readonly from?: string
  readonly text?: string
  readonly itemId?: string
}
type WritePayload = {
  readonly instruction: string
  readonly text?: string
  readonly languageCode?: string
  readonly again?: boolean
}

/** Handlers of assist.contract.ts; resolved once for the group. */
export const assistHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const assistant = yield* Assistant
  const limited = yield* assisting

  return {
    AITranslate: Effect.fn("AITranslate")(function* ({ payload }: { readonly payload: TranslatePayload }) {
      yield* limited
      // Checked first: parsing an article is useless without an engine.
      if (!assistant.offers.translate) return yield* refuseOffer("assist.notConfigured.translate")
      const to = languageTagOf(payload.languageCode)
      if (to === undefined) return yield* refuseLanguage
      const { blocks, isCut, from } = yield* blocksOf(payload)
      const texts = blocks.map(({ text }) => text)
      const pieces = yield* assistant.translate({ texts, from, to, person: yield* person }).pipe(Effect.catch(refuse))
      return yield* answerWith(pieces, blocks, (parts) =>
        answer({
          languageCode: to,
          text: parts.join("\n\n"),
          parts: blocks.map(({ kind, text }, at) => ({ kind, source: text, text: parts[at] ?? "" })),
          isCut,
        }),
      )
    }, Effect.provide(services)),

    AIWrite: Effect.fn("AIWrite")(function* ({ payload }: { readonly payload: WritePayload }) {
      const { personId } = yield* requireMember
      yield* limited
      const { instruction, text = "", languageCode, again = false } = payload
      const language = languageTagOf(languageCode) ?? null
      const pieces = yield* assistant
        .write({ instruction, text, language, again, person: `user:${personId}` })
        .pipe(Effect.catch(refuse))
      return yield* answerWith(pieces, [{ kind: "text", text }], ([written = ""]) => answer({ text: written.trim() }))
    }, Effect.provide(services)),
  }
})

/** The blocks to translate: of an item, or of the given text. */
const blocksOf = Effect.fnUntraced(function* ({ text, itemId, from }: TranslatePayload) {
  if (itemId !== undefined) {
    const item = yield* findItem(itemId)
    // What has a level is translated by its author alone, in the composer.
    if (item === null || item.levelId > POST_LEVEL.everyone) return yield* noItem
    const html = (yield* wholeArticle(item)) ?? item.contentHtml ?? `<p>${escapeText(item.summary ?? "")}</p>`
    const { blocks, isCut } = textBlocks(html)
    const title: ReadonlyArray<TextBlock> = item.title === "" ? [] : [{ kind: "heading", text: item.title }]
    return { blocks: [...title, ...blocks], isCut, from: languageTagOf(from) ?? item.language }
  }
  if (text === undefined) return yield* refuseEmpty
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => `<p>${escapeText(paragraph)}</p>`)
  return { ...textBlocks(paragraphs.join("")), from: languageTagOf(from) ?? null }
})

/** The whole article, if a reader requested it before. */
const wholeArticle = Effect.fnUntraced(function* (item: OpenedItem) {
  const { link } = item
  if (link === null || !isSummaryOnly(item)) return null
  const outcome = yield* ItemParts.use((parts) => parts.stored("article", link))
  return outcome !== null && "content" in outcome ? outcome.content.html : null
})

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Responds with the whole result, or streams it if requested. */
const answerWith = Effect.fnUntraced(function* <A>(
  pieces: Stream.Stream<Piece, AssistFailed>,
  sources: ReadonlyArray<TextBlock>,
  toAnswer: (texts: ReadonlyArray<string>) => A,
) {
  const parts = sources.map(() => "")
  const lines = pieces.pipe(
    Stream.tap(({ index, text }) => Effect.sync(() => (parts[index] = (parts[index] ?? "") + text))),
  )
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  if (headers["accept"]?.includes(EVENT_STREAM) !== true) {
    yield* Stream.runDrain(lines).pipe(Effect.catch(refuseFailure))
    return toAnswer(parts)
  }
  const { locale } = yield* CurrentCaller
  const events = lines.pipe(
    Stream.map((piece) => eventOf("piece", piece)),
    Stream.prepend([eventOf("parts", { parts: sources.map(({ kind, text }) => ({ kind, source: text })) })]),
    Stream.concat(Stream.suspend(() => Stream.succeed(eventOf("done", toAnswer(parts))))),
    Stream.catch((failure) =>
      Stream.unwrap(
        Effect.as(
          logFailure(failure),
          Stream.succeed(eventOf("failed", refusal(translator(locale)(failure.messageKey)))),
        ),
      ),
    ),
    Stream.encodeText,
  )
  // Proxies must not buffer.
  const headersOf = { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" }
  return HttpServerResponse.stream(events, { contentType: EVENT_STREAM, headers: headersOf })
})

const EVENT_STREAM = "text/event-stream"
const eventOf = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The key of the daily budget: the member, or the source address. */
const person = Effect.gen(function* () {
  const { address, member } = yield* CurrentCaller
  return member === null ? sourceOf(address) : `user:${member.personId}`
})

const words = Effect.map(CurrentCaller, ({ locale }) => translator(locale))

const noItem = Effect.flatMap(words, (t) => Effect.fail(new NotFound(refusal(t("api.noItem")))))

const wrong = (field: string, message: string) =>
  Effect.fail(new BadRequest({ ...refusal(message), errors: { [field]: [message] } }))

const refuseLanguage = Effect.flatMap(words, (t) => wrong("languageCode", t("assist.language")))
const refuseEmpty = Effect.flatMap(words, (t) => wrong("text", t("assist.which")))

type Refused = NotConfigured | LanguageNotOffered | BudgetSpent | AssistFailed

const refuse = Effect.fnUntraced(function* (refused: Refused) {
  switch (refused._tag) {
    case "NotConfigured":
      return yield* refuseOffer(refused.messageKey)
    case "LanguageNotOffered":
      return yield* refuseLanguage
    case "BudgetSpent":
      return yield* refuseSpender(refused)
    case "AssistFailed":
      return yield* refuseFailure(refused)
  }
})

const refuseOffer = (key: "assist.notConfigured.translate" | "assist.notConfigured.write") =>
  Effect.flatMap(words, (t) => Effect.fail(new NotOffered(refusal(t(key)))))

const refuseSpender = Effect.fnUntraced(function* ({ messageKey, retryAfterSeconds }: BudgetSpent) {
  const t = yield* words
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(retryAfterSeconds))),
  )
  return yield* new TooMany({ ...refusal(t(messageKey)), retryAfterSeconds })
})

const logFailure = ({ detail }: AssistFailed) => Effect.logWarning("an engine failed", { detail })

const refuseFailure = Effect.fnUntraced(function* (failure: AssistFailed) {
  yield* logFailure(failure)
  const t = yield* words
  return yield* new Unavailable(refusal(t(failure.messageKey)))
})
