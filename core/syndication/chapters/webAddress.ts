import { LINK_LENGTH_MAX } from "../parse/limits.ts"
import { resolveAddress } from "../parse/resolveAddress.ts"

/** An absolute http(s) address of a foreign document, or null. */
export const webAddress = (value: unknown, baseUrl: string | null): string | null =>
  typeof value === "string" && value.trim() !== "" && value.length <= LINK_LENGTH_MAX
    ? resolveAddress(value, baseUrl)
    : null
