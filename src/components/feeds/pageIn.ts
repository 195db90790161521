const PAGE_MAX = 1_000

/** The page that an address asks for, from 1; whatever is no page is the first. */
export const pageIn = (query: URLSearchParams): number => {
  const page = Number(query.get("page"))
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1
}
