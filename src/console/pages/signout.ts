import type { APIRoute } from "astro"
import { AppConfig } from "#core/kernel"
import { OperatorSessions } from "#core/operators"
import { sessionCookie } from "../http.ts"
import { consoleOf } from "../locals.ts"
import { run } from "../runtime.ts"

export const POST: APIRoute = async (context) => {
  const { sessionId } = consoleOf(context)
  if (sessionId !== null) await run(OperatorSessions.use((sessions) => sessions.end(sessionId)))
  const { consoleOrigin } = await run(AppConfig)
  return new Response(null, {
    status: 303,
    headers: { location: "/signin", "set-cookie": sessionCookie(consoleOrigin, "") },
  })
}
