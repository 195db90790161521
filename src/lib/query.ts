/** Where in a list a reader is, and what they look at beside it: another list starts without. */
export const PAGING: ReadonlyArray<string> = ["page", "after", "cursor", "feed"]

/** An address with some parameters changed and all others kept; `undefined` removes one. Paging starts over unless given. */
export const withQuery = (url: URL, changes: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams(url.search)
  for (const name of PAGING) query.delete(name)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name)
    else query.set(name, value)
  }
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}

/** The same with one value of a parameter that may be given several times: there already, it goes; else it is added. */
export const toggleInQuery = (url: URL, name: string, value: string): string => {
  const query = new URLSearchParams(url.search)
  for (const each of PAGING) query.delete(each)
  if (query.has(name, value)) query.delete(name, value)
  else query.append(name, value)
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}
