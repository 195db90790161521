/** The query parameter with the id of the previewed feed. */
const NAME = "feed"

export const previewedFeedId = (url: URL): string | null => url.searchParams.get(NAME)

export const withPreview = (url: URL, feedId: string): string => {
  const changed = new URL(url)
  changed.searchParams.set(NAME, feedId)
  return pathOf(changed)
}

export const withoutPreview = (url: URL): string => {
  const changed = new URL(url)
  changed.searchParams.delete(NAME)
  return pathOf(changed)
}

/** `withPreview` for many feeds of one page. */
export const previewLinks = (url: URL): ((feedId: string) => string) => {
  const rest = withoutPreview(url)
  const before = `${rest}${rest.includes("?") ? "&" : "?"}${NAME}=`
  return (feedId) => before + encodeURIComponent(feedId)
}

const pathOf = ({ pathname, search }: URL): string => pathname + search
