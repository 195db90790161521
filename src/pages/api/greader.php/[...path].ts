import type { APIRoute } from "astro"
import { readerRoute } from "#src/web/greader/answerReader.ts"
import { ALL as unknownCall } from "../[...path].ts"

/** The reader API at FreshRSS's address. Other paths are unknown calls. */
export const ALL: APIRoute = async (context) =>
  (await readerRoute(context, "/api/greader.php/")) ?? unknownCall(context)
