import { Schema } from "effect"
import { EngineError, type Translator, type Writer } from "./Engine.ts"
import { type Prompt, translationPrompt, writingPrompt } from "./prompts.ts"
import { askEngine, decodeAnswer, jsonOf } from "./request.ts"
import { eventData } from "./serverSentEvents.ts"

export type ChatSettings = {
  /** Base address before `/chat/completions`, such as `http://localhost:11434/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
}

/** Tokens of one answer; more than any allowed text needs. */
const TOKENS_MAX = 4_096

/**
 * A server with OpenAI's chat completions protocol, such as Ollama, vLLM or llama.cpp. Answers are streamed; a server
 * that does not stream answers in one piece.
 */
export const chatEngine = (settings: ChatSettings): Translator & Writer => ({
  name: `chat ${settings.model}`,
  languageOf: async (tag) => tag,
  translate: (text, from, to) => complete(settings, translationPrompt(text, from, to)),
  write: (asked) => complete(settings, writingPrompt(asked)),
})

async function* complete(
  { url, model, key }: ChatSettings,
  { system, user, temperature }: Prompt,
): AsyncGenerator<string> {
  const cut = new AbortController()
  try {
    const { type, body } = await askEngine(`${url.replace(/\/+$/, "")}/chat/completions`, {
      key,
      signal: cut.signal,
      body: {
        model,
        stream: true,
        temperature,
        max_tokens: TOKENS_MAX,
        messages: [
          { role: "system", content: system },
          { role: "user", content: user },
        ],
      },
    })
    const pieces = type.includes("event-stream") ? streamed(body) : whole(body)
    let isEmpty = true
    for await (const piece of withoutThoughts(pieces)) {
      isEmpty = false
      yield piece
    }
    if (isEmpty) throw new EngineError("an empty answer")
  } finally {
    cut.abort()
  }
}

async function* streamed(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let isFinished = false
  for await (const data of eventData(body)) {
    if (data === "[DONE]") return
    const { choices = [], error } = decodeAnswer(Chunk, data)
    if (error !== undefined) throw new EngineError(messageOf(error))
    const [choice] = choices
    if (choice?.delta?.content) yield choice.delta.content
    if (choice?.finish_reason === "length") throw new EngineError("the answer is longer than it may be")
    isFinished ||= Boolean(choice?.finish_reason)
  }
  // A truncated translation must not look complete.
  if (!isFinished) throw new EngineError("an answer without an end")
}

async function* whole(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const { choices } = decodeAnswer(Completion, await jsonOf(body))
  const [choice] = choices
  if (choice?.finish_reason === "length") throw new EngineError("the answer is longer than it may be")
  if (choice?.message.content) yield choice.message.content
}

/** Reasoning models write their reasoning first, between two marks; it is removed. */
async function* withoutThoughts(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held: string | null = ""
  for await (const piece of pieces) {
    if (held === null) {
      yield piece
      continue
    }
    held = (held + piece).trimStart()
    if (held === "" || THINK.startsWith(held)) continue
    if (held.startsWith(THINK)) {
      const end = held.indexOf(THOUGHT)
      if (end === -1) continue
      held = held.slice(end + THOUGHT.length).trimStart()
      // The answer after the reasoning may not have begun.
      if (held === "") continue
    }
    yield held
    held = null
  }
  if (held && !held.startsWith(THINK)) yield held
}

const THINK = "<think>"
const THOUGHT = "</think>"

const Text = Schema.NullOr(Schema.String)
const Finish = Schema.optional(Text)
const Failure = Schema.optional(Schema.Unknown)
const Chunk = Schema.fromJsonString(
  Schema.Struct({
    choices: Schema.optional(
      Schema.Array(
        Schema.Struct({
          delta: Schema.optional(Schema.Struct({ content: Schema.optional(Text) })),
          finish_reason: Finish,
        }),
      ),
    ),
    error: Failure,
  }),
)
const Completion = Schema.Struct({
  choices: Schema.Array(Schema.Struct({ message: Schema.Struct({ content: Text }), finish_reason: Finish })),
})

const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error)
