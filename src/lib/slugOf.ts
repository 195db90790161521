const SLUG_LENGTH_MAX = 120

/** A title as addresses write it: small letters and digits of any script, joined by hyphens, accents left out. */
export const slugOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join("-")
    .slice(0, SLUG_LENGTH_MAX)
