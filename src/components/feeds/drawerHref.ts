/** The same page with a feed's preview open beside it. Where the reader is in the list stays as it is. */
export const drawerHref = (url: URL, feedId: string): string => {
  const query = new URLSearchParams(url.search)
  query.set("feed", feedId)
  return `${url.pathname}?${query}`
}

/** The same page without the preview. */
export const withoutDrawer = (url: URL): string => {
  const query = new URLSearchParams(url.search)
  query.delete("feed")
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}
