import type { APIRoute } from "astro"

/** Crawlers may read what guests may, except calls and personal pages. */
export const GET: APIRoute = ({ locals }) => {
  const closed = ["/api/", "/signin", "/signup", "/preferences", "/feeds/mine/"].map((path) => `Disallow: ${path}`)
  const lines = ["User-agent: *", ...closed, `Sitemap: ${locals.site.origin}/sitemap.xml`, ""]
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } })
}
