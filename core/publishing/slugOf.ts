import { POST_SLUG_LENGTH_MAX } from "./limits.ts"

/** A slug: lower-case letters and digits of any script, joined by hyphens, without accents. */
export const slugOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join("-")
    .slice(0, POST_SLUG_LENGTH_MAX)
