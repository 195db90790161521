const NOBODY = new Set(["unknown", "no author"])

/** The author as the label shows them, or nothing: an empty name, the title once more, "unknown" and "no author" tell nothing. */
export const authorLabel = (author: string | null, title: string): string | undefined => {
  const name = author?.trim() ?? ""
  const plain = name.toLowerCase()
  return name === "" || plain === title.trim().toLowerCase() || NOBODY.has(plain) ? undefined : name
}
