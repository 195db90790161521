/** The query parameter with the id of the previewed feed. */
const NAME = "feed"

export const previewedFeedId = (url: URL): string | null => url.searchParams.get(NAME)

export const withPreview = (url: URL, feedId: string): string => {
  const changed = new URL(url)
  changed.searchParams.set(NAME, feedId)
  return pathOf(changed)
}

/** Queries that stay as they are written when a parameter is removed, and have none of ours. */
const PAIR = `(?!${NAME}=)[\\w.-]+=[\\w.-]*`
const IS_WITHOUT = new RegExp(`^(?:\\?${PAIR}(?:&${PAIR})*)?$`)

export const withoutPreview = (url: URL): string => {
  // Every page with feeds asks, and nearly none has a preview.
  if (IS_WITHOUT.test(url.search)) return pathOf(url)
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
