import type { APIRoute } from "astro"
import { paths } from "../lib/paths.ts"

const PAGES = [paths.home, paths.newsfeed, paths.libraryNews, paths.channels, paths.crypto, paths.faq, paths.howToBuy]

/** The static pages; content is linked from them. */
export const GET: APIRoute = ({ locals }) => {
  const entries = PAGES.map((path) => `<url><loc>${locals.site.origin}${path}</loc></url>`).join("")
  const document = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
  return new Response(document, { headers: { "content-type": "application/xml; charset=utf-8" } })
}
