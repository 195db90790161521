import type { SourceType } from "#core/syndication"
import type { Page } from "../readPage.ts"

/** Where the feeds of one platform are. Most of these rules are undocumented by the platforms. */
export type HostRule = {
  readonly source: SourceType
  /** The name of the platform if it differs from the source. */
  readonly platform?: string
  /** Feeds that follow from the address alone, most likely first; none if the address is a feed. */
  readonly fromUrl?: (url: URL) => ReadonlyArray<string>
  /** What to fetch instead of the address to find the feed. */
  readonly lookup?: (url: URL) => string | null
  /** Feeds that the text at the address, or at the lookup, names. */
  readonly fromText?: (text: string, page: Page, url: URL) => ReadonlyArray<string>
  /** "none": the platform has no feeds. "declared": only those that its pages name. */
  readonly offers?: "none" | "declared"
}

/** The segments of the path as written. */
export const partsOf = (url: URL): ReadonlyArray<string> => url.pathname.split("/").filter((part) => part !== "")
