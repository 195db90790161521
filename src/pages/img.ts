import type { APIRoute } from "astro"
import { readImageUrl } from "#src/server/images/imageUrl.ts"
import { loadImage } from "#src/server/images/loadImage.ts"
import { run } from "#src/server/runtime.ts"

const WEEK_SECONDS = 604_800
const MISSING_SECONDS = 600

/** A publisher's picture, resized, without telling the publisher who looks at it. */
export const GET: APIRoute = async ({ request, url }) => {
  const wanted = readImageUrl(url.searchParams)
  if (wanted === null) return new Response("Not found", { status: 404 })
  const format = request.headers.get("accept")?.includes("image/webp") ? "webp" : "jpeg"
  const bytes = await run(loadImage(wanted.address, wanted.width, format))
  if (bytes === null) {
    return new Response("Not found", {
      status: 404,
      headers: { "cache-control": `public, max-age=${MISSING_SECONDS}` },
    })
  }
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": `image/${format}`,
      "content-length": String(bytes.length),
      "cache-control": `public, max-age=${WEEK_SECONDS}, immutable`,
      vary: "accept",
    },
  })
}
