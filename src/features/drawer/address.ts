/** The parameter by which an address says which feed is previewed beside the page. */
const NAME = "feed"

export const feedIn = (url: URL): string | null => url.searchParams.get(NAME)

export const withFeed = (url: URL, feedId: string): string => {
  const changed = new URL(url)
  changed.searchParams.set(NAME, feedId)
  return pathOf(changed)
}

export const withoutFeed = (url: URL): string => {
  const changed = new URL(url)
  changed.searchParams.delete(NAME)
  return pathOf(changed)
}

/** `withFeed` for the many feeds of one page. */
export const feedLinksOf = (url: URL): ((feedId: string) => string) => {
  const rest = withoutFeed(url)
  const before = `${rest}${rest.includes("?") ? "&" : "?"}${NAME}=`
  return (feedId) => before + encodeURIComponent(feedId)
}

const pathOf = ({ pathname, search }: URL): string => pathname + search
