import type { APIRoute } from "astro"

/** Which build is deployed. A page that stayed open compares it with its own, so nobody on the way may keep it. */
export const GET: APIRoute = () => {
  const headers = { "cache-control": "no-store" }
  return Response.json({ version: __QUIRE_VERSION__, build: __QUIRE_BUILD__ }, { headers })
}
