import type { APIRoute } from "astro"
import { readerRoute } from "#src/web/greader/answerReader.ts"
import { ALL as unknownCall } from "../[...path].ts"

/** The same for apps that know FreshRSS, which has it at this address. What is none of it is an unknown call like any other. */
export const ALL: APIRoute = async (context) =>
  (await readerRoute(context, "/api/greader.php/")) ?? unknownCall(context)
