/** A small library in one language, and what its readers look for in it. */
export type Judged = {
  readonly language: string
  /** By name: title, summary, then tags. */
  readonly items: Readonly<Record<string, readonly [title: string, summary: string, ...tags: ReadonlyArray<string>]>>
  /**
   * What is typed, and every item that a reader expects to see, by name: `ferry` is what was looked for, `strike:2` has
   * to do with it, `radio:1` is no surprise. An item of another language is named with it: `ja.keizai:2`.
   */
  readonly searches: ReadonlyArray<readonly [typed: string, expected: string]>
}
