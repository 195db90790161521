/** A complete, decompressed document, or the answer that it has not changed. */
export type FetchedDocument = ReceivedDocument | UnchangedDocument

export type ReceivedDocument = FetchAnswer & {
  readonly status: 200
  readonly bytes: Uint8Array
  /** SHA-256 of `bytes` in hexadecimal: an equal hash means an equal document, even if the validators differ. */
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
  /** Byte-exact (Latin-1 as on the wire), with quotes and weakness prefix, for the next request; or null. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** Seconds that the answer may be cached (Cache-Control max-age, else Expires), or null. */
  readonly cacheMaxAgeSeconds: number | null
  /** The Content-Type header as sent, or null. */
  readonly contentType: string | null
  /** The X-Robots-Tag headers, joined by commas, or null. */
  readonly robotsTag: string | null
  /** WebSub addresses of the Link headers: absolute, http or https. */
  readonly links: LinkHeaders
}

export type LinkHeaders = { readonly hubs: ReadonlyArray<string>; readonly self: string | null }

export type Redirect = {
  readonly from: string
  readonly to: string
  readonly status: number
  /** True for 301 and 308: the document has moved permanently. */
  readonly permanent: boolean
  /** True if the redirect leads from https to http. */
  readonly downgrade: boolean
}

/**
 * The permanent address of a document: the target of its leading permanent redirects. A temporary redirect ends them,
 * and a downgrade from https to http is not followed.
 */
export const finalUrl = (url: string, redirects: ReadonlyArray<Redirect>): string => {
  const stop = redirects.findIndex((redirect) => !redirect.permanent || redirect.downgrade)
  const moves = stop === -1 ? redirects : redirects.slice(0, stop)
  return moves.at(-1)?.to ?? url
}
