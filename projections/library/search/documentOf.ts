import { domainsOf, labelOf, languageOf, type TermPosition, tagKey, termPositions, tokenise } from "#core/library"
import { plainText } from "#core/syndication"
import type { Weight } from "#projections/runner"

/** The searchable fields of an item. */
export type SearchableItem = {
  readonly feedId: string
  readonly title: string | null
  readonly summary: string | null
  readonly contentHtml: string | null
  readonly author: string | null
  readonly link: string | null
  readonly tags: ReadonlyArray<string>
  readonly language: string | null
}

/** A part of an item: its terms with places, and the weight of a match. */
export type DocumentPart = {
  readonly name: "title" | "about" | "summary" | "body"
  readonly weight: Weight
  readonly places: ReadonlyArray<TermPosition>
}

/** An item as every index stores it. */
export type SearchDocument = {
  readonly language: string
  readonly parts: ReadonlyArray<DocumentPart>
  /** Labels without a place: language, feed, tags and site. */
  readonly labels: ReadonlyArray<string>
}

/** Indexed words per part; for bodies also the characters that are read. */
export const TITLE_PLACES_MAX = 100
export const ABOUT_PLACES_MAX = 150
export const SUMMARY_PLACES_MAX = 500
export const BODY_PLACES_MAX = 4_000
export const BODY_LENGTH_MAX = 12_000
/** Tags per item. */
export const TAGS_MAX = 30

/** Builds the index document of an item. */
export const documentOf = (item: SearchableItem): SearchDocument => {
  const language = languageOf(item.language)
  const tags = item.tags.slice(0, TAGS_MAX)
  const summary = item.summary ?? ""
  const body = bodyOf(item.contentHtml)
  const part = (name: DocumentPart["name"], weight: Weight, text: string, placesMax: number): DocumentPart => ({
    name,
    weight,
    places: text === "" ? [] : termPositions(text, language, placesMax),
  })
  return {
    language,
    parts: [
      part("title", "A", item.title ?? "", TITLE_PLACES_MAX),
      part("about", "B", [...tags, item.author ?? ""].join(" \n "), ABOUT_PLACES_MAX),
      // Many feeds repeat the beginning of the article as summary.
      part("summary", "C", body.startsWith(summary) ? "" : summary, SUMMARY_PLACES_MAX),
      part("body", "D", body, BODY_PLACES_MAX),
    ],
    labels: [
      labelOf.language(language),
      labelOf.feed(item.feedId),
      ...tags.map((tag) => labelOf.tag(tagKey(tag))),
      ...sitesOf(item.link).map(labelOf.site),
    ],
  }
}

/** The words of an article that are indexed and shown in snippets. */
export const bodyOf = (contentHtml: string | null): string =>
  contentHtml === null
    ? ""
    : plainText(contentHtml.slice(0, BODY_LENGTH_MAX * HTML_PER_CHARACTER)).slice(0, BODY_LENGTH_MAX)

/** Characters of HTML read per character of text. */
const HTML_PER_CHARACTER = 4

/** The site of an address and its parent domains. */
export const sitesOf = (link: string | null): ReadonlyArray<string> => {
  const host =
    link === null ? undefined : [...tokenise(link.slice(0, LINK_LENGTH_MAX))].find(({ kind }) => kind === "host")
  return host === undefined ? [] : domainsOf(host.text)
}

const LINK_LENGTH_MAX = 300
