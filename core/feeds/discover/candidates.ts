import type { ReceivedDocument } from "#core/fetch"
import { canonicalUrl, kindOf, platformOf, type SourceType } from "#core/syndication"
import type { HostRule } from "./hosts/HostRule.ts"
import { ruleOfPage } from "./hosts/ruleOf.ts"
import type { Page, PageLink } from "./readPage.ts"

/** A feed that an address led to. */
export type FeedCandidate = {
  /** Canonical, with permanent redirects followed. */
  readonly url: string
  readonly title: string | null
  readonly source: SourceType
  readonly how: FoundBy
  /**
   * The fetched feed, to avoid a second request. The first candidate of a discovery always has it; later ones are
   * unverified.
   */
  readonly document: ReceivedDocument | null
}

/** How a candidate was found, the most reliable way first. */
export type FoundBy = "itself" | "known-host" | "link-tag" | "anchor" | "well-known"

/** A candidate that was not fetched yet. */
export type CandidateLink = Omit<FeedCandidate, "document">

const CANDIDATES_MAX = 20

type PageCandidates = {
  /** Named by the rules of the platform and the link tags of the page, most reliable first. */
  readonly declared: ReadonlyArray<CandidateLink>
  readonly anchors: ReadonlyArray<CandidateLink>
  /** Feeds of comments, which people rarely want. */
  readonly comments: ReadonlyArray<CandidateLink>
}

type PageToSearch = {
  readonly page: Page
  readonly text: string
  readonly url: URL
  /** The rule for the host of the page; without one the generator of the page decides. */
  readonly rule: HostRule | null
  /** True if the address alone was checked before. */
  readonly skipFromUrl: boolean
}

/** The feeds that a page links to. */
export const candidatesOfPage = ({ page, text, url, rule, skipFromUrl }: PageToSearch): PageCandidates => {
  const madeBy = rule === null ? ruleOfPage(page) : null
  const source = rule?.source ?? madeBy?.source ?? null
  const known = [...(rule?.fromText?.(text, page, url) ?? []), ...(skipFromUrl ? [] : (rule?.fromUrl?.(url) ?? []))]
  const guessed = candidatesFrom(madeBy?.fromUrl?.(url) ?? [], "known-host", source)
  const tagged = candidatesOfLinks(page.feeds, "link-tag", source)
  // Blog software only tells where its feed usually is; video and social servers name it exactly.
  const tagsFirst = madeBy !== null && kindOf(madeBy.source) === "blog"
  const found = tagsFirst ? [...tagged, ...guessed] : [...guessed, ...tagged]
  const all = unique([...candidatesFrom(known, "known-host", source), ...found])
  const anchors = unique(candidatesOfLinks(page.anchors, "anchor", source))
  return {
    declared: all.filter((candidate) => !isComments(candidate)),
    anchors: anchors.filter((candidate) => !isComments(candidate)),
    comments: unique([...all, ...anchors].filter(isComments)),
  }
}

export const candidatesFrom = (
  urls: ReadonlyArray<string>,
  how: FoundBy,
  source: SourceType | null,
): ReadonlyArray<CandidateLink> =>
  candidatesOfLinks(
    urls.map((url) => ({ url, title: null })),
    how,
    source,
  )

const candidatesOfLinks = (
  links: ReadonlyArray<PageLink>,
  how: FoundBy,
  source: SourceType | null,
): ReadonlyArray<CandidateLink> =>
  links.map(({ url, title }) => ({
    url: canonicalUrl(url) ?? url,
    title,
    source: platformOf(url) ?? source ?? "RSS",
    how,
  }))

/** Each address once, at its first position. */
export const unique = <Entry extends { readonly url: string }>(entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const firsts = new Map<string, Entry>()
  for (const entry of entries) if (!firsts.has(entry.url)) firsts.set(entry.url, entry)
  return [...firsts.values()].slice(0, CANDIDATES_MAX)
}

const isComments = ({ url, title }: CandidateLink): boolean => {
  const { pathname, search } = new URL(url)
  return /(?:^|[/_-])comments?(?:[/._-]|$)/i.test(pathname + search) || COMMENTS_TITLE.test(title ?? "")
}

const COMMENTS_TITLE =
  /\b(?:comments?|kommentare?|commentaires?|comentarios?|comentários?|commenti|reacties|kommentarer|komentarze)\b|评论|評論|留言|コメント|комментари/iu
