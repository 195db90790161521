import { ticketNumberOf } from "#core/tickets"

/** Streams of one thing each that has a page, by the first part of their names. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  operation: (id) => `/operations/${id}`,
  case: (id) => `/moderation/${id}`,
  idcheck: (id) => `/identity/${id}`,
  ticket: (id) => `/tickets/${ticketNumberOf(id)}`,
}

export const PAGED_CATEGORIES = Object.keys(PAGES)

const split = (stream: string): readonly [category: string, id: string] => {
  const [category = ""] = stream.split("-", 1)
  return [category, stream.slice(category.length + 1)]
}

/** The page of what a stream is about; null if it has none. */
export const pageOfStream = (stream: string): string | null => {
  const [category, id] = split(stream)
  return PAGES[category]?.(id) ?? null
}

/** The same page as it was at a position of the log, folded from the events until then; null if it has none. */
export const pastPageOfStream = (stream: string, position: number): string | null => {
  const page = pageOfStream(stream)
  return page === null ? null : `${page}?at=${position}`
}

/** The position that the page is shown at; null for now. */
export const readAt = (url: URL): number | null => {
  const at = url.searchParams.get("at") ?? ""
  return /^\d{1,15}$/.test(at) ? Number(at) : null
}
