import { Effect, Stream } from "effect"
import { ASSIST_TEXT_LENGTH_MAX, ASSIST_TEXTS_MAX } from "#contract/library"
import { Assistant } from "#core/library"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import { run } from "#src/process/runtime.ts"
import { translateMarkdown } from "../publishing/translateMarkdown.ts"
import { type ActingPage, callOf } from "./Page.ts"

/** The instructions for the assistant. In English, which models follow best; it answers in the language of the post. */
const INSTRUCTIONS = {
  "ai-outline":
    "Write an outline for an article about this title and these notes, as a Markdown list of headings and points.",
  "ai-shorten": "Shorten this text to about half. Keep its meaning, tone and Markdown. Answer with the text alone.",
  "ai-improve":
    "Improve wording, spelling and grammar of this text. Keep its meaning, tone and Markdown. Answer with the text alone.",
} as const
export type Instruction = keyof typeof INSTRUCTIONS
export const isInstruction = (act: string): act is Instruction => Object.hasOwn(INSTRUCTIONS, act)

/** Texts that are longer are cut: see Feed/AIWrite. */
const LENGTH_MAX = 4 * ASSIST_TEXT_LENGTH_MAX

/** Has the assistant work on the public part. Returns its text, or what went wrong. */
export const assistWith = async (
  page: ActingPage,
  act: Instruction,
  { title, preview, languageCode }: { readonly title: string; readonly preview: string; readonly languageCode: string },
): Promise<{ readonly text: string } | { readonly problem: string }> => {
  const answered = await callOf(page)("Feed/AIWrite", {
    instruction: INSTRUCTIONS[act],
    text: (act === "ai-outline" ? `# ${title}\n\n${preview}` : preview).slice(0, LENGTH_MAX).toWellFormed(),
    ...(languageCode === "" ? {} : { languageCode }),
    again: true,
  })
  return answered.ok ? { text: answered.data.text } : { problem: answered.message }
}

type Texts = { readonly title: string; readonly preview: string; readonly gated: string }

/** Translates the texts of a post. Returns what went wrong as a message. */
export const translateTexts = async (
  { locals: { t, member } }: ActingPage,
  texts: Texts,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Texts | { readonly problem: string }> => {
  const language = languageTagOf(to)
  if (language === undefined || member === null) return { problem: t("compose.ai.failed") }
  const translate = (lines: ReadonlyArray<string>) =>
    Effect.forEach(batchesOf(lines), (batch) =>
      Effect.gen(function* () {
        const pieces = yield* (yield* Assistant).translate({
          ...{ texts: batch, from: languageTagOf(from) ?? null, to: language },
          person: `user:${member.personId}`,
        })
        const collected = yield* Stream.runCollect(pieces)
        return batch.map((_, at) => collected.flatMap(({ index, text }) => (index === at ? [text] : [])).join(""))
      }),
    ).pipe(Effect.map((parts) => parts.flat()))
  const translated = Effect.all({
    title: translateMarkdown(texts.title, translate),
    preview: translateMarkdown(texts.preview, translate),
    gated: translateMarkdown(texts.gated, translate),
  })
  return run(translated.pipe(Effect.catch(() => Effect.succeed({ problem: t("compose.ai.failed") }))))
}

const batchesOf = (lines: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(lines.length / ASSIST_TEXTS_MAX) }, (_, at) =>
    lines.slice(at * ASSIST_TEXTS_MAX, (at + 1) * ASSIST_TEXTS_MAX),
  )
