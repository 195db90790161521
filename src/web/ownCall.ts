import type { CallPath, Calls } from "#src/api/calls.ts"
import { handleCall } from "#src/api/handler.ts"

export type OwnAnswer<Data> = OwnSuccess<Data> | OwnRefusal
interface OwnSuccess<Data> {
  readonly ok: true
  readonly data: Data
  readonly message: string
  /** Values of `Set-Cookie` in the response of the call: the page's response has to repeat them. */
  readonly cookies: ReadonlyArray<string>
}
export interface OwnRefusal {
  readonly ok: false
  readonly status: number
  readonly message: string
  /** What is wrong with each field. */
  readonly errors: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Who is asking: a page's locals and the address that limits are counted for. */
export interface CallOrigin {
  readonly locals: App.Locals
  readonly clientAddress: string
  /** The page's request, for calls that look at the browser's cookies or name. */
  readonly request?: Request
  /** Idempotency key: a repeated request with the same key is executed once. */
  readonly commandId?: string
}

/**
 * Makes one of the product's own calls for a reader without scripts, with the same limits, refusals and texts as if
 * their browser had made it. Paths, payloads and data are those of the API's contract.
 */
export const ownCall = async <Path extends CallPath>(
  path: Path,
  body: Calls[Path]["payload"],
  asker: CallOrigin,
): Promise<OwnAnswer<Calls[Path]["data"]>> => {
  const { locals, clientAddress, request, commandId } = asker
  const headers = new Headers({ "content-type": "application/json" })
  for (const name of ["cookie", "user-agent"]) {
    const value = request?.headers.get(name)
    if (value) headers.set(name, value)
  }
  if (commandId !== undefined) headers.set("idempotency-key", commandId)
  const own = new Request(`http://own/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  const { locale, correlationId, visitor } = locals
  const response = await handleCall(own, {
    locale,
    correlationId,
    address: locals.clientAddress ?? clientAddress,
    member: visitor.member,
  })
  const { status, message, data, errors } = (await response.json()) as {
    readonly status: boolean
    readonly message: string
    readonly data: Calls[Path]["data"]
    readonly errors?: OwnRefusal["errors"]
  }
  if (status) return { ok: true, data, message, cookies: response.headers.getSetCookie() }
  Object.assign(locals, { fieldErrors: { ...locals.fieldErrors, ...errors } } satisfies Partial<App.Locals>)
  return { ok: false, status: response.status, message, errors: errors ?? {} }
}
