/** Parameters of paging and of the preview; links to another list drop them. */
export const PAGING: ReadonlyArray<string> = ["page", "after", "cursor", "feed"]

/** Changes parameters of an address; `undefined` removes one. Paging starts over unless given. */
export const withQuery = (url: URL, changes: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams(url.search)
  for (const name of PAGING) query.delete(name)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name)
    else query.set(name, value)
  }
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}

/** Adds one value of a repeatable parameter, or removes it if present. */
export const toggleInQuery = (url: URL, name: string, value: string): string => {
  const query = new URLSearchParams(url.search)
  for (const each of PAGING) query.delete(each)
  if (query.has(name, value)) query.delete(name, value)
  else query.append(name, value)
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}
