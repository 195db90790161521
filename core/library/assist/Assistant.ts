import { createHash, createHmac } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted, Stream } from "effect"
import { AppConfig, type AppSettings, Sql } from "#core/kernel"
import { type AssistStore, makeAssistStore } from "./AssistStore.ts"
import { chatEngine } from "./chatEngine.ts"
import { EngineError, type Translator, type Writer, type WritingOrder } from "./Engine.ts"
import { libreTranslate } from "./libreTranslate.ts"
import { AssistFailed, BudgetSpent, LanguageNotOffered, NotConfigured } from "./refusals.ts"

/** Texts of one call that are translated concurrently. */
const SIDE_BY_SIDE = 3
const DAY_MS = 86_400_000

/** A piece of one text of a call; the pieces of a text arrive in order. */
export type Piece = { readonly index: number; readonly text: string }

type Asking = {
  /** A user code or a network address. It is counted under a daily pseudonym. */
  readonly person: string
}
export type Translating = Asking & {
  readonly texts: ReadonlyArray<string>
  /** Language tags; `from` is null if the language is unknown. */
  readonly from: string | null
  readonly to: string
}
export type Writing = Asking &
  WritingOrder & {
    /** Ignores the cached answer. */
    readonly again: boolean
  }

/** Translates and writes texts with the configured engines. */
export class Assistant extends Context.Service<
  Assistant,
  {
    readonly offers: { readonly translate: boolean; readonly write: boolean }
    /** Translates texts concurrently. Cached translations cost nothing. */
    translate(
      request: Translating,
    ): Effect.Effect<
      Stream.Stream<Piece, AssistFailed>,
      NotConfigured | LanguageNotOffered | BudgetSpent | AssistFailed
    >
    /** Writes by an instruction; all pieces belong to text 0. */
    write(requested: Writing): Effect.Effect<Stream.Stream<Piece, AssistFailed>, NotConfigured | BudgetSpent>
    /** Deletes expired and surplus answers. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/library/Assistant") {
  static readonly layer = Layer.effect(
    Assistant,
    Effect.gen(function* () {
      const config = yield* AppConfig
      const { client } = yield* Sql
      const store = makeAssistStore(client)
      const { translator, writer } = enginesOf(config)
      const limits = { person: config.assistPersonCharacters, everybody: config.assistDayCharacters }
      const run = runWith(store, limits, Redacted.value(config.masterKey))

      return Assistant.of({
        offers: { translate: translator !== null, write: writer !== null },
        sweep: store.sweep,

        translate: Effect.fn("Assistant.translate")(function* ({ texts, from, to, person }) {
          if (translator === null) return yield* new NotConfigured({ task: "translate" })
          const language = yield* Effect.tryPromise({ try: () => translator.languageOf(to), catch: failureOf })
          if (language === null) return yield* new LanguageNotOffered({ language: to })
          return yield* run({
            person,
            language: to,
            jobs: texts.map((text) => ({
              content: ["translate", translator.name, from ?? "", language, text],
              characters: text.length,
              pieces: () => translator.translate(text, from, language),
            })),
          })
        }),

        write: Effect.fn("Assistant.write")(function* ({ person, again, ...order }) {
          if (writer === null) return yield* new NotConfigured({ task: "write" })
          const { instruction, text, language } = order
          const job = {
            content: ["write", writer.name, language ?? "", instruction, text],
            characters: instruction.length + text.length,
            pieces: () => writer.write(order),
          }
          return yield* run({ person, language: language ?? "", jobs: [job], again })
        }),
      })
    }),
  )
}

type Job = {
  /** Everything that determines the answer. */
  readonly content: ReadonlyArray<string>
  readonly characters: number
  readonly pieces: () => AsyncGenerator<string>
}
type Run = {
  readonly person: string
  readonly language: string
  readonly jobs: ReadonlyArray<Job>
  readonly again?: boolean
}

/** Answers jobs from the cache or the engine, within the day's budget. */
const runWith = (store: AssistStore, limits: { person: number; everybody: number }, secret: Uint8Array) =>
  Effect.fnUntraced(function* ({ person, language, jobs, again = false }: Run) {
    const keys = jobs.map(({ content }) => keyOf(content))
    const stored = again ? new Map<string, string>() : yield* store.find(keys)
    const tasks = jobs.map((job, index) => {
      const key = keys[index] ?? ""
      return { ...job, index, key, known: stored.get(key) }
    })
    const nowMs = yield* Clock.currentTimeMillis
    const day = new Date(nowMs).toISOString().slice(0, 10)
    const spender = createHmac("sha256", secret).update(`assist ${day}\n${person}`).digest("base64url")
    let open = tasks.reduce((sum, { known, characters }) => sum + (known === undefined ? characters : 0), 0)
    if (open > 0) {
      const spent = yield* store.spend(day, spender, open, limits)
      if (spent !== null) {
        return yield* new BudgetSpent({ of: spent, retryAfterSeconds: Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000) })
      }
    }
    return Stream.fromIterable(tasks).pipe(
      Stream.flatMap(
        ({ index, key, known, characters, pieces }) =>
          known !== undefined
            ? Stream.succeed({ index, text: known })
            : Stream.suspend(() => {
                let whole = ""
                return Stream.fromAsyncIterable(pieces(), failureOf).pipe(
                  Stream.map((text): Piece => {
                    whole += text
                    return { index, text }
                  }),
                  Stream.onEnd(
                    Effect.suspend(() => {
                      open -= characters
                      return store.keep(key, language, whole)
                    }),
                  ),
                )
              }),
        { concurrency: SIDE_BY_SIDE },
      ),
      // Unfinished work is not charged.
      Stream.ensuring(Effect.suspend(() => (open > 0 ? store.giveBack(day, spender, open) : Effect.void))),
    )
  })

const keyOf = (content: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex")

const failureOf = (error: unknown): AssistFailed => {
  // Errors of our own code must not look like engine failures.
  if (error instanceof EngineError) return new AssistFailed({ detail: error.message })
  throw error
}

/** A translation server takes precedence over a language model. */
const enginesOf = (config: AppSettings): { readonly translator: Translator | null; readonly writer: Writer | null } => {
  const { aiUrl, aiModel, aiKey, translateUrl, translateKey } = config
  const chat =
    aiUrl === undefined || aiModel === undefined
      ? null
      : chatEngine({ url: aiUrl, model: aiModel, key: aiKey && Redacted.value(aiKey) })
  const libre =
    translateUrl === undefined
      ? null
      : libreTranslate({ url: translateUrl, key: translateKey && Redacted.value(translateKey) })
  return { translator: libre ?? chat, writer: chat }
}
