import { createHash } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { type Flag, Flags } from "#core/flags"
import { CurrentMeta, isStorable, type Meta, writeOutageOf } from "#core/kernel"
import { translator } from "#src/i18n/index.ts"
import { currentReads, readContext } from "#src/process/requestReads.ts"
import { type WebServices, webRuntime } from "#src/process/runtime.ts"
import { Api } from "./Api.ts"
import { AccessHandlers } from "./access/handlers.ts"
import { BalanceHandlers } from "./balance/handlers.ts"
import { ChannelHandlers } from "./channel/handlers.ts"
import { DESCRIPTION_PATH, description, methodsOf, needsSession } from "./describe.ts"
import { DonationHandlers } from "./donation/handlers.ts"
import { FeedHandlers } from "./feed/handlers.ts"
import { CANCELLABLE } from "./feed/search.contract.ts"
import { type Caller, CurrentCaller } from "./Guard.ts"
import { GuardLayer } from "./guardLayer.ts"
import { HomeHandlers } from "./home/handlers.ts"
import { UPLOAD_BYTES_MAX } from "./home/pictures.contract.ts"
import { MessageHandlers } from "./message/handlers.ts"
import { BODY_BYTES_MAX, readBody } from "./readBody.ts"
import { flagOfCall } from "./switches.ts"
import { TicketHandlers } from "./ticket/handlers.ts"
import { SAVING_RETRY_SECONDS } from "./tooManyRequestsAnswer.ts"
import { UserHandlers } from "./user/handlers.ts"
import { UserDirectoryHandlers } from "./userDirectory/handlers.ts"
import { UserGroupHandlers } from "./userGroup/handlers.ts"
import { UserPreferenceHandlers } from "./userPreference/handlers.ts"
import { UserProfileHandlers } from "./userProfile/handlers.ts"

/**
 * The first field of a JSON body that no column can store: U+0000 or half of a surrogate pair. Valid JSON can contain
 * both, and the error would otherwise appear only after the event was stored. Undefined if there is none.
 */
export const findUnstorable = (body: Uint8Array): string | undefined => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8")
  if (!ESCAPED.test(text)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const waiting: Array<readonly [path: string, value: unknown]> = [["", value]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, each] = next
    if (typeof each === "string" && !isStorable(each)) return path
    if (typeof each !== "object" || each === null) continue
    for (const [name, inner] of Object.entries(each)) {
      if (!isStorable(name)) return path
      waiting.push([path === "" ? name : `${path}.${name}`, inner])
    }
  }
  return undefined
}

/** Both can only be written as escapes: decoded UTF-8 has no half characters, and raw JSON no NUL. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i

/** Maximum length of an `Idempotency-Key`; any visible text is accepted. */
const KEY_LENGTH_MAX = 200
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${KEY_LENGTH_MAX}}$`)

/**
 * The command id for an `Idempotency-Key`, derived from the actor, the call and the key, so that no other command can
 * be hit. Null without a key, "unusable" for an invalid one.
 */
const commandIdOf = (key: string | null, actor: string, path: string): string | null | "unusable" => {
  if (key === null) return null
  if (!KEY.test(key)) return "unusable"
  const bytes = createHash("sha256").update(`command\n${actor}\n${path}\n${key}`).digest()
  // RFC 9562, 5.8: the bits of a version 8 UUID are free to choose.
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/**
 * Handles one call. Every response has the envelope: 404 for an unknown path (case-sensitive), 405 for the wrong
 * method, 413 for a body over the limit, 415 for a body that is not JSON, 500 for an internal error, 503 while nothing
 * can be stored.
 */
export const handleCall = async (request: Request, caller: Caller): Promise<Response> => {
  const { pathname } = new URL(request.url)
  try {
    const response = await answer(request, pathname, caller)
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store")
    return response
  } catch (error) {
    // A client that disconnects while sending its body gets no response, and nothing is logged as an error.
    if (!request.signal.aborted) await logFault(error, pathname, caller)
    const { locale, correlationId } = caller
    if (writeOutageOf(error) !== null)
      return envelope(503, translator(locale)("api.cannotSave"), {}, { "retry-after": String(SAVING_RETRY_SECONDS) })
    return envelope(500, translator(locale)("api.failure", { path: pathname, correlationId }))
  }
}

const answer = async (request: Request, path: string, caller: Caller): Promise<Response> => {
  const t = translator(caller.locale)
  const actor = caller.member === null ? GUEST : `user:${caller.member.personId}`
  const method = request.method === "HEAD" ? "GET" : request.method
  const methods = path === DESCRIPTION_PATH ? ["GET"] : methodsOf(path)
  if (methods.length === 0) return envelope(404, t("api.unknownCall", { path }))
  if (!methods.includes(method)) {
    const allow = methods.join(", ")
    return envelope(405, t("api.wrongMethod", { path, method: allow }), {}, { allow })
  }
  if (path === DESCRIPTION_PATH) return Response.json(description())
  const flag = flagOfCall(path)
  if (flag !== null && !(await isOn(flag, caller))) return envelope(503, t("api.switchedOff"))
  if (caller.hasBadToken === true) return envelope(401, t("notice.pleaseSignIn"))

  const commandId = commandIdOf(request.headers.get("idempotency-key"), actor, path)
  if (commandId === "unusable") {
    const errors = {
      "Idempotency-Key": [t("api.field.named", { field: "Idempotency-Key", problem: t("api.field.other") })],
    }
    return envelope(400, t("api.badRequest"), { errors })
  }
  // Before the body is read, since the handler would refuse it anyway. Some calls accept a session whose second step is
  // pending.
  const isRefused =
    needsSession(path) && (caller.member === null || (UPLOAD_BYTES_MAX.has(path) && caller.member.isSecondStepPending))
  if (isRefused) return envelope(401, t("notice.pleaseSignIn"))
  const bytesMax = UPLOAD_BYTES_MAX.get(path) ?? BODY_BYTES_MAX
  const body = method === "GET" ? null : await readBody(request, bytesMax)
  if (body === "too-large") return envelope(413, t("api.tooLarge", { bytes: bytesMax }))

  const isFile = UPLOAD_BYTES_MAX.has(path)
  const broken = body === null || isFile ? undefined : findUnstorable(body)
  if (broken !== undefined) {
    const errors = { [broken]: [t("api.field.named", { field: broken, problem: t("api.field.other") })] }
    return envelope(400, t("api.badRequest"), { errors })
  }

  const { handle, services } = await webHandler()
  const meta: Meta = { actor, commandId, correlationId: caller.correlationId, causationId: null }
  const reads = currentReads()
  const context = services.pipe(
    Context.merge(reads === undefined ? Context.empty() : readContext(reads)),
    Context.add(CurrentCaller, caller),
    Context.add(CurrentMeta, meta),
  )
  // Commands complete even if the client disconnects; queries are cancelled.
  const signal = CANCELLABLE.has(path) ? request.signal : null
  const { headers } = request
  const response = await handle(
    isFile && body !== null
      ? new UploadRequest(request.url, { method: request.method, headers }, body.buffer)
      : new Request(request.url, { method: request.method, headers, body, signal }),
    context,
  )
  if (response.status === 415) return envelope(415, t("api.notJson"))
  const type = response.headers.get("content-type") ?? ""
  if (!type.includes("json") && !(response.ok && FILE.test(type)))
    throw new Error(`an answer without envelope: ${response.status}`)
  return new Response(response.body, response)
}

/** A request that hands over its body as it is. The platform's own would copy a file three times, where nobody can wipe it. */
class UploadRequest extends Request {
  readonly #body: ArrayBuffer
  constructor(url: string, init: RequestInit, body: ArrayBuffer) {
    super(url, init)
    this.#body = body
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#body)
  }
}

const isOn = (flag: Flag, { member }: Caller): Promise<boolean> =>
  webRuntime().runPromise(Flags.use((flags) => flags.isOn(flag, member?.personId ?? null)))

const GUEST = "guest"
/** Successful responses of some calls without an envelope: pictures, audio, video, and streamed text. */
const FILE = /^(?:image|audio|video)\/|^(?:application\/(?:octet-stream|zip)|text\/event-stream)$/

type WebHandler = (request: Request, context: Context.Context<WebServices>) => Promise<Response>
const held = globalThis as {
  quireApi?: { readonly handle: WebHandler; readonly services: Context.Context<WebServices> }
}

const webHandler = async () => {
  if (held.quireApi !== undefined) return held.quireApi
  const services = await webRuntime().context()
  const routes = HttpApiBuilder.layer(Api).pipe(
    Layer.provide([
      HomeHandlers,
      FeedHandlers,
      AccessHandlers,
      UserHandlers,
      UserDirectoryHandlers,
      UserGroupHandlers,
      UserPreferenceHandlers,
      UserProfileHandlers,
      MessageHandlers,
      BalanceHandlers,
      ChannelHandlers,
      TicketHandlers,
      DonationHandlers,
    ]),
    Layer.provide([GuardLayer, HttpServer.layerServices, Layer.succeedContext(services)]),
  )
  const { handler } = HttpRouter.toWebHandler(routes, { disableLogger: true, routerConfig: { caseSensitive: true } })
  held.quireApi = { handle: handler as WebHandler, services }
  return held.quireApi
}

const logFault = (error: unknown, path: string, { correlationId }: Caller) =>
  webRuntime().runPromise(
    Effect.logError("call failed", { path, correlationId, err: error instanceof Error ? error : String(error) }),
  )

const envelope = (status: number, message: string, more: object = {}, headers: Record<string, string> = {}): Response =>
  Response.json({ status: false, message, data: null, ...more }, { status, headers })
