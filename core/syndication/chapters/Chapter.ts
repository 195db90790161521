/** A chapter of an episode. */
export type Chapter = {
  readonly startSeconds: number
  readonly title: string
  /** A page that the chapter speaks of: http(s), or null. */
  readonly url: string | null
}
