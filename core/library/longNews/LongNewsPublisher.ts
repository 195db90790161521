import { Clock, Context, Effect, Layer, Schema } from "effect"
import { cleanArticle } from "#core/feeds"
import { currentTimeIso, dieOnConflict, formatIso, reader, uuidv7, writer } from "#core/kernel"
import { deleteLongNews } from "./deleteLongNews.ts"
import { longNewsItemId } from "./ids.ts"
import { LongNews } from "./LongNews.ts"
import type { EmptyLongNews, NoLongNews, TooManyLongNews } from "./refusals.ts"
import { type LongNewsText, uploadLongNews } from "./uploadLongNews.ts"
import { releaseLongNews, withholdLongNews } from "./withholdLongNews.ts"

export type LongNewsDraft = {
  readonly authorCode: string
  readonly title: string
  /** HTML as written; elements that articles may not contain are removed. */
  readonly content: string
  readonly tags: ReadonlyArray<string>
  readonly language: string | null
  /** A picture for lists; by default the first one in the text. */
  readonly imageUrl: string | null
}

/** Publishes and deletes long news of authors. */
export class LongNewsPublisher extends Context.Service<
  LongNewsPublisher,
  {
    /** Publishes a text. Returns its item id and the position at which it becomes readable. */
    upload(draft: LongNewsDraft): Effect.Effect<Uploaded, TooManyLongNews | EmptyLongNews>
    /** Deletes an item of its author from the library and the log: see eraseLongNewsReactor. */
    remove(news: { readonly authorCode: string; readonly id: string }): Effect.Effect<number, NoLongNews>
    /** Takes an item from its readers, for operators. Idempotent. */
    withhold(news: { readonly authorCode: string; readonly id: string }): Effect.Effect<void>
    /** Gives it back. Idempotent. */
    release(news: { readonly authorCode: string; readonly id: string }): Effect.Effect<void>
    /** Removes everything that an author uploaded, because their account was deleted. Safe to repeat. */
    removeAll(authorCode: string): Effect.Effect<void>
  }
>()("core/library/LongNewsPublisher") {
  static readonly layer = Layer.effect(
    LongNewsPublisher,
    Effect.gen(function* () {
      const write = yield* writer(LongNews)
      const read = yield* reader(LongNews)

      return LongNewsPublisher.of({
        upload: Effect.fn("LongNewsPublisher.upload")(function* ({
          authorCode,
          title,
          content,
          tags,
          language,
          imageUrl,
        }) {
          const nowMs = yield* Clock.currentTimeMillis
          const newsId = uuidv7(nowMs)
          let cleaned: LongNewsText | null = null
          const clean = (): LongNewsText => {
            const { html: contentHtml, summary, images } = cleanArticle(content)
            return { title, summary, contentHtml, imageUrl: imageUrl ?? images[0] ?? null, tags, language }
          }
          // Cleaned once, even if a conflict repeats the decision.
          const text = () => (cleaned ??= clean())
          const { receipt } = yield* write(
            authorCode,
            uploadLongNews({ newsId, authorCode, nowIso: formatIso(nowMs), text }),
            () => ({ id: longNewsItemId(authorCode, newsId) }),
          ).pipe(dieOnConflict)
          // A retry returns the answer of the first run.
          return { ...decodeAnswer(receipt.answer), position: receipt.position }
        }),

        remove: Effect.fn("LongNewsPublisher.remove")(function* ({ authorCode, id }) {
          const nowIso = yield* currentTimeIso
          const { receipt } = yield* write(authorCode, deleteLongNews({ id, authorCode, nowIso })).pipe(dieOnConflict)
          return receipt.position
        }),

        withhold: Effect.fn("LongNewsPublisher.withhold")(function* (news) {
          yield* write(news.authorCode, withholdLongNews({ ...news, nowIso: yield* currentTimeIso })).pipe(
            dieOnConflict,
          )
        }),

        release: Effect.fn("LongNewsPublisher.release")(function* (news) {
          yield* write(news.authorCode, releaseLongNews({ ...news, nowIso: yield* currentTimeIso })).pipe(dieOnConflict)
        }),

        removeAll: Effect.fn("LongNewsPublisher.removeAll")(function* (authorCode) {
          const nowIso = yield* currentTimeIso
          for (const id of Object.keys((yield* read(authorCode)).news)) {
            yield* write(authorCode, deleteLongNews({ id, authorCode, nowIso })).pipe(
              dieOnConflict,
              Effect.catchTag("NoLongNews", () => Effect.void),
            )
          }
        }),
      })
    }),
  )
}

export type Uploaded = { readonly id: string; readonly position: number }

const decodeAnswer = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))
