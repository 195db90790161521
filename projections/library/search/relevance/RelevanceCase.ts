/** A small library in one language with searches and expected results. */
export type RelevanceCase = {
  readonly language: string
  /** Title, summary and tags by name. */
  readonly items: Readonly<Record<string, readonly [title: string, summary: string, ...tags: ReadonlyArray<string>]>>
  /**
   * A search, and the items that a reader expects with grades: `ferry` is the target, `strike:2` is relevant, `radio:1`
   * is acceptable. Items of another language carry its name: `ja.keizai:2`.
   */
  readonly searches: ReadonlyArray<readonly [typed: string, expected: string]>
}
