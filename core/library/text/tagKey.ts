/** The key of a tag: letter case, width, surrounding spaces and leading # do not count. Browser-safe. */
export const tagKey = (tag: string): string =>
  tag
    .normalize("NFKC")
    .trim()
    .replace(/^[#\s]+/, "")
    .toLowerCase()
    .slice(0, TAG_LENGTH_MAX)

/** Characters of a tag that distinguish it. */
const TAG_LENGTH_MAX = 100
