/** What makes two tags the same: letter case, width, spaces around them and leading # do not count. Browser-safe. */
export const tagKey = (tag: string): string =>
  tag
    .normalize("NFKC")
    .trim()
    .replace(/^[#\s]+/, "")
    .toLowerCase()
    .slice(0, TAG_LENGTH_MAX)

/** Characters of a tag that tell it from others. */
const TAG_LENGTH_MAX = 100
