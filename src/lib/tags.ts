/** Tags that are always offered, whatever the library holds (specification, section 5). */
export const ALWAYS_TAGS = ["NewsTicker", "Health", "Science"] as const

/** A tag as people read it: without leading # and without spaces around it. */
export const plainTag = (tag: string): string => tag.trim().replace(/^[#＃\s]+/, "")

/** What makes two tags the same: letter case, width and leading # do not count. */
export const tagKey = (tag: string): string => plainTag(tag).normalize("NFKC").toLowerCase()

/** A list of tags to choose from: those that are always offered, then the given ones, each once and in its first spelling. */
export const tagList = (tags: Iterable<string>): ReadonlyArray<string> => {
  const byKey = new Map<string, string>()
  for (const tag of [...ALWAYS_TAGS, ...tags]) {
    const plain = plainTag(tag)
    if (plain !== "" && !byKey.has(tagKey(plain))) byKey.set(tagKey(plain), plain)
  }
  return [...byKey.values()]
}
