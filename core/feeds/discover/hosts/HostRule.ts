import type { Source } from "#core/syndication"
import type { Page } from "../readPage.ts"

/** What is known of the feeds of one platform. Feed addresses follow the platforms' own, mostly undocumented, ways. */
export type HostRule = {
  readonly source: Source
  /** The platform's name where it is another than the source's. */
  readonly platform?: string
  /** Feeds that follow from an address alone, the likeliest first; none where the address is a feed already. */
  readonly fromUrl?: (url: URL) => ReadonlyArray<string>
  /** What to read for the feed's address instead of the address itself. */
  readonly lookup?: (url: URL) => string | null
  /** Feeds that the text found at the address, or at the lookup, leads to. */
  readonly fromText?: (text: string, page: Page, url: URL) => ReadonlyArray<string>
  /** "none": the platform has no feeds. "declared": none but those that its pages name. */
  readonly offers?: "none" | "declared"
}

/** The parts of an address's path, as they are written. */
export const partsOf = (url: URL): ReadonlyArray<string> => url.pathname.split("/").filter((part) => part !== "")
