import type { APIRoute } from "astro"

export const prerender = true

/** Which build is deployed. A page that stayed open compares it with its own. */
export const GET: APIRoute = () => Response.json({ version: __QUIRE_VERSION__, build: __QUIRE_BUILD__ })
