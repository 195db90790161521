import { Clock, Context, Effect, Layer, Schema } from "effect"
import { cleanArticle } from "#core/feeds"
import { currentTimeIso, dieOnConflict, formatIso, reader, uuidv7, writer } from "#core/kernel"
import { deleteLongNews } from "./deleteLongNews.ts"
import { longNewsItemId } from "./ids.ts"
import { LongNews } from "./LongNews.ts"
import type { EmptyLongNews, NoLongNews, TooManyLongNews } from "./refusals.ts"
import { type LongNewsText, uploadLongNews } from "./uploadLongNews.ts"

export type DraftOfLongNews = {
  readonly authorCode: string
  readonly title: string
  /** HTML as it was written; what is not allowed in an article is taken out. */
  readonly content: string
  readonly tags: ReadonlyArray<string>
  readonly language: string | null
  /** A picture to stand for it; the first of its text unless given. */
  readonly imageUrl: string | null
}

/** Where authors bring their long news, and take them back. */
export class LongNewsDesk extends Context.Service<
  LongNewsDesk,
  {
    /** Puts a text into the library; answers its id there and the position from which on it can be read. */
    upload(draft: DraftOfLongNews): Effect.Effect<Uploaded, TooManyLongNews | EmptyLongNews>
    /** Takes one of the author's own out of the library, and out of the log: see eraseLongNewsReactor. */
    remove(news: { readonly authorCode: string; readonly id: string }): Effect.Effect<number, NoLongNews>
    /** Removes everything that an author uploaded, because their account was deleted. Safe to repeat. */
    removeAll(authorCode: string): Effect.Effect<void>
  }
>()("core/library/LongNewsDesk") {
  static readonly layer = Layer.effect(
    LongNewsDesk,
    Effect.gen(function* () {
      const write = yield* writer(LongNews)
      const read = yield* reader(LongNews)

      return LongNewsDesk.of({
        upload: Effect.fn("LongNewsDesk.upload")(function* ({ authorCode, title, content, tags, language, imageUrl }) {
          const nowMs = yield* Clock.currentTimeMillis
          const newsId = uuidv7(nowMs)
          let cleaned: LongNewsText | null = null
          const clean = (): LongNewsText => {
            const { html: contentHtml, summary, images } = cleanArticle(content)
            return { title, summary, contentHtml, imageUrl: imageUrl ?? images[0] ?? null, tags, language }
          }
          // Decided again after a conflict, it is not cleaned again.
          const text = () => (cleaned ??= clean())
          const { receipt } = yield* write(
            authorCode,
            uploadLongNews({ newsId, authorCode, nowIso: formatIso(nowMs), text }),
            () => ({ id: longNewsItemId(authorCode, newsId) }),
          ).pipe(dieOnConflict)
          // The answer is that of the first time, where this was a repeat.
          return { ...decodeAnswer(receipt.answer), position: receipt.position }
        }),

        remove: Effect.fn("LongNewsDesk.remove")(function* ({ authorCode, id }) {
          const nowIso = yield* currentTimeIso
          const { receipt } = yield* write(authorCode, deleteLongNews({ id, authorCode, nowIso })).pipe(dieOnConflict)
          return receipt.position
        }),

        removeAll: Effect.fn("LongNewsDesk.removeAll")(function* (authorCode) {
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
