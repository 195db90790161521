import type { APIRoute } from "astro"
import { findAsset } from "#core/releases"
import { paths } from "../lib/paths.ts"
import { run } from "../process/runtime.ts"
import { assetTypeOf } from "../web/assets.ts"

/** Paths of files, for which the home page is no useful answer. */
const FILES = /^\/(?:_astro|_image|\.well-known)\//
/** Scripts and styles that the build of this process does not have. */
const ASSET = /^\/_astro\/([^/]+)$/

/** Unknown paths redirect home. Scripts and styles of other releases come from the database. */
export const ALL: APIRoute = async ({ request, url }) => {
  const reads = request.method === "GET" || request.method === "HEAD"
  const name = ASSET.exec(url.pathname)?.[1] ?? ""
  const type = assetTypeOf(name)
  const body = reads && type !== null ? await run(findAsset(name)) : null
  if (body !== null && type !== null)
    return new Response(new Uint8Array(body), {
      headers: { "content-type": type, "cache-control": "public, max-age=31536000, immutable" },
    })
  if (!reads || url.pathname === paths.home || FILES.test(url.pathname))
    return new Response("Not found", { status: 404 })
  return new Response(null, { status: 302, headers: { location: paths.home } })
}
