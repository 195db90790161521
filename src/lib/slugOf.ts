const SLUG_LENGTH_MAX = 120

/** A slug: lower-case letters and digits of any script, joined by hyphens, without accents. */
export const slugOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join("-")
    .slice(0, SLUG_LENGTH_MAX)
