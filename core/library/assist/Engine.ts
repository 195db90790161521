/** A translation engine. The pieces of a translation arrive as soon as they exist. */
export type Translator = {
  /** Identifies the engine and its model: part of the cache key. */
  readonly name: string
  /** The engine's name of a language, or null if it does not translate into it. */
  readonly languageOf: (tag: string) => Promise<string | null>
  /**
   * @param to as returned by languageOf
   * @throws EngineError if the engine fails
   */
  readonly translate: (text: string, from: string | null, to: string) => AsyncGenerator<string>
}

/** A writing engine. */
export type Writer = {
  readonly name: string
  readonly write: (order: WritingOrder) => AsyncGenerator<string>
}

export type WritingOrder = {
  readonly instruction: string
  /** The text to work on; may be empty. */
  readonly text: string
  /** Language tag of the answer; null for that of the instruction. */
  readonly language: string | null
}

/** The engine was unreachable, refused, or violated its protocol. */
export class EngineError extends Error {
  override readonly name = "EngineError"
}
