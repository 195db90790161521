import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { CurrentMeta } from "#core/kernel"
import { translator } from "#src/i18n/index.ts"
import { type Services, webRuntime } from "#src/server/runtime.ts"
import { Api } from "./Api.ts"
import { AccessHandlers } from "./access.handlers.ts"
import { FeedHandlers } from "./feed.handlers.ts"
import { type Caller, CurrentCaller } from "./Guard.ts"
import { GuardLayer } from "./guard.layer.ts"
import { HomeHandlers } from "./home.handlers.ts"
import { RateLimits } from "./limits.ts"

/** Bytes of a JSON body that a call may carry. */
export const BODY_BYTES_MAX = 2_000_000

/** The routes of all calls and of their description. */
export const ApiRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/api/openapi.json" }),
  HttpApiScalar.layer(Api, { path: "/api/docs" }),
).pipe(Layer.provide([HomeHandlers, FeedHandlers, AccessHandlers]), Layer.provide([GuardLayer, RateLimits.layer]))

type WebHandler = (request: Request, context: Context.Context<Services>) => Promise<Response>
const held = globalThis as { quireApi?: { readonly handle: WebHandler; readonly services: Context.Context<Services> } }

const webHandler = async () => {
  if (held.quireApi !== undefined) return held.quireApi
  const services = await webRuntime().context()
  const { handler } = HttpRouter.toWebHandler(
    ApiRoutes.pipe(Layer.provide(HttpServer.layerServices), Layer.provide(Layer.succeedContext(services))),
    {
      disableLogger: true,
    },
  )
  held.quireApi = { handle: handler as WebHandler, services }
  return held.quireApi
}

/**
 * Answers one call. Whatever happens, the answer has the envelope: an unknown path 404, a body over the bound 413, a
 * defect 500 that names the path and the correlation id and nothing else.
 */
export const handleCall = async (request: Request, caller: Caller): Promise<Response> => {
  const t = translator(caller.locale)
  const { pathname } = new URL(request.url)
  const length = Number(request.headers.get("content-length") ?? 0)
  if (length > BODY_BYTES_MAX) return envelope(413, t("api.tooLarge", { bytes: BODY_BYTES_MAX }))
  try {
    const body = request.body === null ? null : await readBounded(request.body)
    if (body === "too-large") return envelope(413, t("api.tooLarge", { bytes: BODY_BYTES_MAX }))
    const bounded =
      body === null ? request : new Request(request.url, { method: request.method, headers: request.headers, body })
    const { handle, services } = await webHandler()
    const meta = { actor: "guest", commandId: caller.commandId, correlationId: caller.correlationId, causationId: null }
    const response = await handle(
      bounded,
      services.pipe(Context.add(CurrentCaller, caller), Context.add(CurrentMeta, meta)),
    )
    return response.status === 404 && !isJson(response)
      ? envelope(404, t("api.unknownCall", { path: pathname }))
      : await whole(response, pathname, caller)
  } catch (error) {
    await logDefect(error, pathname, caller)
    return failure(pathname, caller)
  }
}

/** An answer without a body that Effect gives to a defect, turned into ours; every other one as it is. */
const whole = async (response: Response, path: string, caller: Caller): Promise<Response> => {
  if (response.status < 500 || isJson(response)) return response
  await logDefect(`status ${response.status}`, path, caller)
  return failure(path, caller)
}

const failure = (path: string, { locale, correlationId }: Caller): Response =>
  envelope(500, translator(locale)("api.failure", { path, correlationId }))

const logDefect = (error: unknown, path: string, { correlationId }: Caller) =>
  webRuntime().runPromise(
    Effect.logError("call failed", { path, correlationId, err: error instanceof Error ? error : String(error) }),
  )

const envelope = (status: number, message: string): Response =>
  Response.json({ status: false, message, data: null }, { status })

const isJson = (response: Response): boolean => response.headers.get("content-type")?.includes("json") === true

const readBounded = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | "too-large"> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) return "too-large"
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
