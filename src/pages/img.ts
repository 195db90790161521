import type { APIRoute } from "astro"
import { run } from "#src/process/runtime.ts"
import { readImageUrl } from "#src/web/images/imageUrl.ts"
import { loadImage, MISSING_MS } from "#src/web/images/loadImage.ts"
import { withheldPicture } from "#src/web/images/withheldPicture.ts"

const WEEK_SECONDS = 604_800
const BUSY_SECONDS = 10

/** A resized picture of a publisher. */
export const GET: APIRoute = async ({ request, url }) => {
  const wanted = readImageUrl(url.searchParams)
  if (wanted === null) return new Response("Not found", { status: 404 })
  const withheld = await run(withheldPicture(wanted.address))
  if (withheld !== null) return new Response("Unavailable for legal reasons", withheld)
  const format = request.headers.get("accept")?.includes("image/webp") ? "webp" : "jpeg"
  const image = await run(loadImage(wanted.address, wanted.width, format))
  if (image === "missing") {
    const headers = { "cache-control": `public, max-age=${MISSING_MS / 1000}` }
    return new Response("Not found", { status: 404, headers })
  }
  if (image === "busy") {
    return new Response("Please come back", { status: 503, headers: { "retry-after": String(BUSY_SECONDS) } })
  }
  return new Response(new Uint8Array(image), {
    headers: {
      "content-type": `image/${format}`,
      "content-length": String(image.length),
      "cache-control": `public, max-age=${WEEK_SECONDS}, immutable`,
      vary: "accept",
    },
  })
}
