/** A list of items as other programs read it. Addresses are absolute; times are milliseconds since 1970. */
export type Channel = {
  readonly title: string
  readonly description: string
  /** The page that shows the same. */
  readonly homeUrl: string
  readonly selfUrl: string
  /** Of the words of the channel itself; items have their own. */
  readonly language: string
  /** When the last of its entries came. */
  readonly updatedMs: number
  readonly entries: ReadonlyArray<Entry>
}

export type Entry = {
  /** Names the item for ever; no address. */
  readonly id: string
  readonly url: string
  readonly title: string
  readonly summary: string | null
  readonly author: string | null
  readonly publishedMs: number
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
  readonly imageUrl: string | null
  readonly enclosures: ReadonlyArray<{
    readonly url: string
    readonly type: string
    readonly lengthBytes: number | null
  }>
  /** The feed that brought it. */
  readonly source: { readonly title: string; readonly url: string }
}
