import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import type { ReceivedDocument, Redirect } from "../FetchedDocument.ts"
import { Fetcher } from "../Fetcher.ts"
import { HttpStatus } from "../refusals.ts"

export type CannedPage =
  | { readonly body: string | Uint8Array; readonly contentType?: string }
  | { readonly movedTo: string }
  | { readonly status: number }

/**
 * A fake fetcher with a few fixed documents, for tests about hosts that no test may contact. A text is served as an
 * HTML page or a feed. Unknown addresses return 404; every requested address is recorded in `asked`.
 */
export const cannedFetcher = (pages: Readonly<Record<string, CannedPage | string>>) => {
  const requested: Array<string> = []
  const answer = (url: string, redirects: ReadonlyArray<Redirect>): Effect.Effect<ReceivedDocument, HttpStatus> => {
    requested.push(url)
    const entry = pages[url] ?? { status: 404 }
    const page: CannedPage = typeof entry === "string" ? { body: entry } : entry
    if ("status" in page) return Effect.fail(new HttpStatus({ url, status: page.status, retryAfterSeconds: null }))
    if ("movedTo" in page) {
      const redirect = { from: url, to: page.movedTo, status: 301, permanent: true, downgrade: false }
      return answer(page.movedTo, [...redirects, redirect])
    }
    const bytes = Buffer.from(page.body)
    return Effect.succeed({
      status: 200,
      finalUrl: url,
      redirects,
      etag: null,
      lastModified: null,
      cacheMaxAgeSeconds: null,
      contentType: page.contentType ?? null,
      robotsTag: null,
      links: { hubs: [], self: null },
      bytes,
      bodyHash: createHash("sha256").update(bytes).digest("hex"),
    })
  }
  const layer = Layer.succeed(Fetcher, {
    fetchDocument: ({ url }) => answer(url, []),
    postForm: ({ url }) => Effect.fail(new HttpStatus({ url, status: 404, retryAfterSeconds: null })),
  })
  return { layer, requested: requested as ReadonlyArray<string> }
}
