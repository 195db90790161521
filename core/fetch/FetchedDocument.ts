/** A document as its server gave it, whole and decompressed, or the word that it has not changed. */
export type FetchedDocument = ReceivedDocument | UnchangedDocument

export type ReceivedDocument = FetchAnswer & {
  readonly status: 200
  readonly bytes: Uint8Array
  /** SHA-256 of `bytes` in hexadecimal: the same hash means the same document, whatever the validators say. */
  readonly bodyHash: string
}

type UnchangedDocument = FetchAnswer & {
  readonly status: 304
  readonly bytes: Uint8Array
  readonly bodyHash: null
}

export type FetchAnswer = {
  readonly finalUrl: string
  readonly redirects: ReadonlyArray<Redirect>
  /** Byte-exact (Latin-1 as on the wire), quotes and weakness mark included, to be sent back as it is; or null. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** Seconds that the server lets its answer be kept (Cache-Control max-age, else Expires), or null. */
  readonly cacheMaxAgeSeconds: number | null
  /** The Content-Type header as sent, or null. */
  readonly contentType: string | null
  /** What X-Robots-Tag headers say, joined by commas, or null. */
  readonly robotsTag: string | null
  /** What Link headers tell (WebSub): absolute http(s) addresses. */
  readonly links: LinkHeaders
}

export type LinkHeaders = { readonly hubs: ReadonlyArray<string>; readonly self: string | null }

export type Redirect = {
  readonly from: string
  readonly to: string
  readonly status: number
  /** True for 301 and 308: the publisher says that the document has moved for good. */
  readonly permanent: boolean
  /** True where a protected connection was given up for an open one. */
  readonly downgrade: boolean
}

/**
 * The address to keep for a document: past the permanent redirects that it began with, and no further, because a
 * temporary one says nothing about tomorrow. A step down to http is never kept.
 */
export const finalUrl = (url: string, redirects: ReadonlyArray<Redirect>): string => {
  const stop = redirects.findIndex((redirect) => !redirect.permanent || redirect.downgrade)
  const moves = stop === -1 ? redirects : redirects.slice(0, stop)
  return moves.at(-1)?.to ?? url
}
