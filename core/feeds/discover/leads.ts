import { canonicalUrl, kindOf, platformOf, type Source } from "#core/syndication"
import { CANDIDATES_MAX, type FoundBy, type Lead } from "./FeedCandidate.ts"
import type { HostRule } from "./hosts/HostRule.ts"
import { ruleOfPage } from "./hosts/ruleOf.ts"
import type { Page, PageLink } from "./readPage.ts"

type PageLeads = {
  /** What the platform's ways and the page's link tags name, the surest first. */
  readonly declared: ReadonlyArray<Lead>
  readonly anchors: ReadonlyArray<Lead>
  /** Feeds of comments, which hardly anybody means. */
  readonly comments: ReadonlyArray<Lead>
}

type PageToSearch = {
  readonly page: Page
  readonly text: string
  readonly url: URL
  /** What is known of the page's host; the program that made the page is asked where that is nothing. */
  readonly rule: HostRule | null
  /** True where the address alone was judged before. */
  readonly skipFromUrl: boolean
}

/** The feeds that a page leads to. */
export const leadsOfPage = ({ page, text, url, rule, skipFromUrl }: PageToSearch): PageLeads => {
  const madeBy = rule === null ? ruleOfPage(page) : null
  const source = rule?.source ?? madeBy?.source ?? null
  const known = [...(rule?.fromText?.(text, page, url) ?? []), ...(skipFromUrl ? [] : (rule?.fromUrl?.(url) ?? []))]
  const guessed = leadsOf(madeBy?.fromUrl?.(url) ?? [], "known-host", source)
  const tagged = linkLeads(page.feeds, "link-tag", source)
  // A blog's program says only where its one feed commonly is, but those of video and social servers name it exactly.
  const tagsFirst = madeBy !== null && kindOf(madeBy.source) === "blog"
  const found = tagsFirst ? [...tagged, ...guessed] : [...guessed, ...tagged]
  const all = unique([...leadsOf(known, "known-host", source), ...found])
  const anchors = unique(linkLeads(page.anchors, "anchor", source))
  return {
    declared: all.filter((lead) => !isComments(lead)),
    anchors: anchors.filter((lead) => !isComments(lead)),
    comments: unique([...all, ...anchors].filter(isComments)),
  }
}

export const leadsOf = (urls: ReadonlyArray<string>, how: FoundBy, source: Source | null): ReadonlyArray<Lead> =>
  linkLeads(
    urls.map((url) => ({ url, title: null })),
    how,
    source,
  )

const linkLeads = (links: ReadonlyArray<PageLink>, how: FoundBy, source: Source | null): ReadonlyArray<Lead> =>
  links.map(({ url, title }) => ({
    url: canonicalUrl(url) ?? url,
    title,
    source: platformOf(url) ?? source ?? "RSS",
    how,
  }))

/** Each address once, where it stands first. */
export const unique = <Entry extends { readonly url: string }>(entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const firsts = new Map<string, Entry>()
  for (const entry of entries) if (!firsts.has(entry.url)) firsts.set(entry.url, entry)
  return [...firsts.values()].slice(0, CANDIDATES_MAX)
}

const isComments = ({ url, title }: Lead): boolean => {
  const { pathname, search } = new URL(url)
  return /(?:^|[/_-])comments?(?:[/._-]|$)/i.test(pathname + search) || COMMENTS_TITLE.test(title ?? "")
}

const COMMENTS_TITLE =
  /\b(?:comments?|kommentare?|commentaires?|comentarios?|comentários?|commenti|reacties|kommentarer|komentarze)\b|评论|評論|留言|コメント|комментари/iu
