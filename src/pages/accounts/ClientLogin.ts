import type { APIRoute } from "astro"
import { readerRoute } from "#src/web/greader/answerReader.ts"

/** Sign-in of reader apps that were given the site's address. */
export const ALL: APIRoute = async (context) =>
  (await readerRoute(context, "/")) ?? new Response("Not found", { status: 404 })
