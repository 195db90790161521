import { Effect } from "effect"
import { type AttemptLimit, Attempts, ReaderApps } from "#core/accounts"
import { CurrentMeta } from "#core/kernel"
import { readBody } from "#src/api/readBody.ts"
import type { T } from "#src/i18n/index.ts"
import { run, type Services } from "../../process/runtime.ts"
import { type Call, type Params, paramsOf, type Refused, textAnswer, tooOften } from "./Call.ts"
import { clientLogin } from "./clientLogin.ts"
import { verbOf } from "./verbs.ts"

/** Calls of all of one person's apps: a first sync of ten thousand articles takes a few hundred. */
const READER_CALLS: AttemptLimit = { name: "reader-call", times: 1_200, seconds: 600 }
/** Bytes of a form: ten thousand ids in the long form. */
const FORM_BYTES_MAX = 1_000_000
const BASE = "reader/api/0/"

export type Arrival = {
  /** What stands behind the address that people enter, without a slash at the beginning, as it came. */
  readonly path: string
  /** The address that limits are counted for. */
  readonly address: string
  readonly origin: string
  readonly correlationId: string
  readonly t: T
}

/** Answers a request in the protocol of Google Reader, as FreshRSS and Miniflux speak it; null where it has no such call. */
export const answerReader = async (request: Request, arrival: Arrival): Promise<Response | null> => {
  const { path, address } = arrival
  const isSignIn = path === "accounts/ClientLogin"
  const found = path.startsWith(BASE) ? verbOf(path.slice(BASE.length)) : null
  if (!isSignIn && found === null) return null
  const method = request.method === "HEAD" ? "GET" : request.method
  const isRead = found?.verb.reads === true && method === "GET"
  if (method !== "POST" && !isRead)
    return textAnswer("Method not allowed", 405, { allow: found?.verb.reads ? "GET, POST" : "POST" })

  const body = method === "POST" ? await readBody(request, FORM_BYTES_MAX) : new Uint8Array()
  if (body === "too-large") return textAnswer("Request too large", 413)
  const form = new URLSearchParams(new TextDecoder().decode(body))
  if (isSignIn || found === null) return run(clientLogin(form, address).pipe(Effect.catch(refuse)))

  const auth = /^GoogleLogin\s+auth=([\w-]+)\s*$/i.exec(request.headers.get("authorization") ?? "")?.[1]
  if (auth === undefined) return unauthorized()
  const params = paramsOf(new URL(request.url).searchParams, form)
  return run(answered(auth, found, params, arrival).pipe(Effect.catch(refuse)))
}

const answered = Effect.fn("answerReader")(function* (
  auth: string,
  { verb, rest }: NonNullable<ReturnType<typeof verbOf>>,
  params: Params,
  { origin, correlationId, t }: Arrival,
): Effect.fn.Return<Response, Refused, Services> {
  const personId = yield* ReaderApps.use(({ personOf }) => personOf(auth))
  if (personId === null) return unauthorized()
  const seconds = yield* Attempts.use(({ count }) => count(READER_CALLS, personId))
  if (seconds > 0) return yield* tooOften(seconds)
  const call: Call = { personId, auth, params, rest, origin, t }
  const meta = { actor: `user:${personId}`, commandId: null, correlationId, causationId: null }
  return yield* verb.answer(call).pipe(Effect.provideService(CurrentMeta, meta))
})

const unauthorized = (): Response =>
  textAnswer("Unauthorized", 401, { "www-authenticate": 'GoogleLogin realm="reader"', "google-bad-token": "true" })

const refuse = ({ status, text, headers }: Refused) => Effect.succeed(textAnswer(text, status, headers))
