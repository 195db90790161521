import type { APIRoute } from "astro"
import { readerRoute } from "#src/web/greader/answerReader.ts"

/** What reader apps ask for that were given the address of the site alone. */
export const ALL: APIRoute = async (context) =>
  (await readerRoute(context, "/")) ?? new Response("Not found", { status: 404 })
