const NOBODY = new Set(["unknown", "no author"])

/** The author to show, or undefined: empty names, the title itself, "unknown" and "no author" are left out. */
export const authorLabel = (author: string | null, title: string): string | undefined => {
  const name = author?.trim() ?? ""
  const plain = name.toLowerCase()
  return name === "" || plain === title.trim().toLowerCase() || NOBODY.has(plain) ? undefined : name
}
