import type { APIRoute } from "astro"

/** What crawlers may read: all that guests may, but no calls and no personal pages. */
export const GET: APIRoute = ({ locals }) => {
  const closed = ["/api/", "/signin", "/signup", "/preferences"].map((path) => `Disallow: ${path}`)
  const lines = ["User-agent: *", ...closed, `Sitemap: ${locals.site.origin}/sitemap.xml`, ""]
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } })
}
