/** Tags that are always offered (specification, section 5). */
export const FIXED_TAGS = ["NewsTicker", "Health", "Science"] as const

/** A tag without leading # and surrounding spaces. */
export const plainTag = (tag: string): string => tag.trim().replace(/^[#＃\s]+/, "")

/** The comparison key of a tag: ignores case, width and leading #. */
export const tagKey = (tag: string): string => plainTag(tag).normalize("NFKC").toLowerCase()

/** The tags to choose from: the fixed ones, then the given ones, without duplicates. */
export const tagList = (tags: Iterable<string>): ReadonlyArray<string> => {
  const byKey = new Map<string, string>()
  for (const tag of [...FIXED_TAGS, ...tags]) {
    const plain = plainTag(tag)
    if (plain !== "" && !byKey.has(tagKey(plain))) byKey.set(tagKey(plain), plain)
  }
  return [...byKey.values()]
}
