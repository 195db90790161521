const PAGE_MAX = 1_000

/** The page number of an address, from 1; invalid values give 1. */
export const pageIn = (query: URLSearchParams): number => {
  const page = Number(query.get("page"))
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1
}
