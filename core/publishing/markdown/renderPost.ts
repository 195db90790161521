import { sanitiseArticle } from "#core/syndication"
import { isExpectedHtml } from "./isExpectedHtml.ts"
import { labelsOf } from "./labels.ts"
import { parsePost } from "./parser.ts"
import {
  type Heading,
  type LinkCard,
  type Rendering,
  type ResolvedMedia,
  type StandIn,
  writeHtml,
} from "./writeHtml.ts"

export interface RenderOptions {
  /** The file of a `media:` address, or null if there is none that this reader may load. */
  readonly resolveMedia: (mediaId: string) => ResolvedMedia | null
  /** Language of the words that are read aloud, such as the name of the footnotes. */
  readonly locale?: string
  /** The address of a picture on another site, such as one of our proxy; null hides the picture. Default: as written. */
  readonly resolvePicture?: (address: string) => string | null
  /** What is known of a linked page. */
  readonly resolveCard?: (address: string) => LinkCard | null
  /** A link in the place of files that cannot be shown, as in letters. Default: their caption alone. */
  readonly standIn?: StandIn
  /** Begins the ids of this text, where a page shows several. Letters only. */
  readonly idPrefix?: string
}

export interface RenderedPost {
  /** Safe to insert into a page. */
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
  /** Files that the text refers to, in order. */
  readonly mediaIds: ReadonlyArray<string>
  /** Those of them that could not be resolved. */
  readonly missing: ReadonlyArray<string>
  /** Origins of players that start on a click, for the page's content security policy. */
  readonly frames: ReadonlyArray<string>
}

/**
 * Renders Markdown of the format `md1`. Pure. HTML in it is shown as text, and addresses have known schemes. The result is
 * then checked against the list of what this renderer writes; if anything else is in it, the sanitiser of foreign
 * articles decides what stays.
 */
export const renderPost = (markdown: string, options: RenderOptions): RenderedPost => {
  const rendering: Rendering = {
    labels: labelsOf(options.locale ?? "en"),
    idPrefix: options.idPrefix ?? "",
    resolveMedia: options.resolveMedia,
    resolvePicture: options.resolvePicture ?? ((address) => address),
    resolveCard: options.resolveCard ?? (() => null),
    standIn: options.standIn ?? null,
    headings: [],
    mediaIds: new Set(),
    missing: new Set(),
    frames: new Set(),
    anchors: new Map(),
    highlightedLength: 0,
  }
  const env = {}
  const html = writeHtml(parsePost(markdown, env), rendering)
  return {
    html: isExpectedHtml(html) ? html : sanitiseArticle(html, { baseUrl: null }).html,
    headings: rendering.headings,
    mediaIds: [...rendering.mediaIds],
    missing: [...rendering.missing],
    frames: [...rendering.frames],
  }
}
