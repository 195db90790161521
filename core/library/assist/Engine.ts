/** What translates. Each piece of text comes as soon as it is there; together they are the translation. */
export type Translator = {
  /** Names the engine and what it runs: translations by another one are other translations. */
  readonly name: string
  /** The engine's own name of a language tag, or null where it does not translate into it. */
  readonly languageOf: (tag: string) => Promise<string | null>
  /** @param to as languageOf answered. Throws EngineError where the engine fails. */
  readonly translate: (text: string, from: string | null, to: string) => AsyncGenerator<string>
}

/** What writes as it is told. */
export type Writer = {
  readonly name: string
  readonly write: (asked: WritingOrder) => AsyncGenerator<string>
}

export type WritingOrder = {
  readonly instruction: string
  /** What to work on, empty where there is nothing yet. */
  readonly text: string
  /** The language to write in, as a tag; null for that of the instruction. */
  readonly language: string | null
}

/** The engine could not be reached, refused, or sent something else than its protocol says. */
export class EngineError extends Error {
  override readonly name = "EngineError"
}
