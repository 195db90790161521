import type { APIContext } from "astro"
import { Effect } from "effect"
import { type AttemptLimit, Attempts, ReaderAppTokens } from "#core/accounts"
import { CurrentMeta } from "#core/kernel"
import { readBody } from "#src/api/readBody.ts"
import type { T } from "#src/i18n/index.ts"
import { run, type Services } from "../../process/runtime.ts"
import { clientLogin } from "./authentication.ts"
import { endpointOf } from "./endpoints.ts"
import {
  type Params,
  paramsOf,
  type ReaderCall,
  type ReaderRefusal,
  textResponse,
  tooManyRequests,
} from "./ReaderCall.ts"

/** Calls of all apps of one person: the first sync of ten thousand articles takes a few hundred. */
const READER_CALLS: AttemptLimit = { name: "reader-call", times: 1_200, seconds: 600 }
/** Bytes of a form: ten thousand ids in the long form. */
const FORM_BYTES_MAX = 1_000_000
const BASE = "reader/api/0/"

export type ReaderRequest = {
  /** The raw path after the base address that people enter, without a leading slash. */
  readonly path: string
  /** The client address for rate limits. */
  readonly address: string
  readonly origin: string
  readonly correlationId: string
  readonly t: T
}

/**
 * Answers a reader app that was given the site's address followed by `prefix`. The raw path is used: a stream id may contain
 * slashes, which a router could not tell from separators.
 */
export const readerRoute = (
  { request, url, locals, clientAddress }: APIContext,
  prefix: string,
): Promise<Response | null> => {
  const { site, correlationId, t } = locals
  return answerReader(request, {
    path: url.pathname.slice(prefix.length),
    address: locals.clientAddress ?? clientAddress,
    origin: site.origin,
    correlationId,
    t,
  })
}

/** Answers a call in the Google Reader protocol, as FreshRSS and Miniflux implement it; null if there is no such call. */
export const answerReader = async (request: Request, reader: ReaderRequest): Promise<Response | null> => {
  const { path, address } = reader
  const isSignIn = path === "accounts/ClientLogin"
  const found = path.startsWith(BASE) ? endpointOf(path.slice(BASE.length)) : null
  if (!isSignIn && found === null) return null
  const method = request.method === "HEAD" ? "GET" : request.method
  const allowsGet = found?.endpoint.isRead === true
  if (method !== "POST" && !(allowsGet && method === "GET"))
    return textResponse("Method not allowed", 405, { allow: allowsGet ? "GET, POST" : "POST" })
  const body = method === "POST" ? await readBody(request, FORM_BYTES_MAX) : new Uint8Array()
  if (body === "too-large") return textResponse("Request too large", 413)
  const form = new URLSearchParams(new TextDecoder().decode(body))
  if (isSignIn || found === null) return run(clientLogin(form, address).pipe(Effect.catch(toResponse)))
  const auth = /^GoogleLogin\s+auth=([\w-]+)\s*$/i.exec(request.headers.get("authorization") ?? "")?.[1]
  if (auth === undefined) return unauthorized()
  const params = paramsOf(new URL(request.url).searchParams, form)
  return run(dispatchCall(auth, found, params, reader).pipe(Effect.catch(toResponse)))
}

const dispatchCall = Effect.fn("answerReader")(function* (
  auth: string,
  { endpoint, rest }: NonNullable<ReturnType<typeof endpointOf>>,
  params: Params,
  { origin, correlationId, t }: ReaderRequest,
): Effect.fn.Return<Response, ReaderRefusal, Services> {
  const personId = yield* ReaderAppTokens.use(({ personOf }) => personOf(auth))
  if (personId === null) return unauthorized()
  const seconds = yield* Attempts.use(({ count }) => count(READER_CALLS, personId))
  if (seconds > 0) return yield* tooManyRequests(seconds)
  const call: ReaderCall = { personId, auth, params, rest, origin, t }
  const meta = { actor: `user:${personId}`, commandId: null, correlationId, causationId: null }
  return yield* endpoint.handler(call).pipe(Effect.provideService(CurrentMeta, meta))
})

const unauthorized = (): Response =>
  textResponse("Unauthorized", 401, { "www-authenticate": 'GoogleLogin realm="reader"', "google-bad-token": "true" })

const toResponse = ({ status, text, headers }: ReaderRefusal) => Effect.succeed(textResponse(text, status, headers))
