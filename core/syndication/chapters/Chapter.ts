/** A chapter of an episode. */
export type Chapter = {
  readonly startSeconds: number
  readonly title: string
  /** A page about the chapter: http(s), or null. */
  readonly url: string | null
}
