import type { APIRoute } from "astro"

/** The deployed build, for the version check of open pages; never cached. */
export const GET: APIRoute = () => {
  const headers = { "cache-control": "no-store" }
  return Response.json({ version: __QUIRE_VERSION__, build: __QUIRE_BUILD__ }, { headers })
}
