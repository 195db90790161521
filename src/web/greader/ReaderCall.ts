import { Data, type Effect } from "effect"
import type { T } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"

/** A call of a signed-in reader app. */
export type ReaderCall = {
  readonly personId: string
  /** The app's token. */
  readonly auth: string
  readonly params: Params
  /** The part of the path after the name of the call. */
  readonly rest: string
  /** Scheme and host of the site. */
  readonly origin: string
  readonly t: T
}
export type ReaderHandler = (call: ReaderCall) => Effect.Effect<Response, ReaderRefusal, Services>

/** Query and form fields, which apps use interchangeably. */
export type Params = {
  readonly one: (name: string) => string | undefined
  readonly all: (name: string) => ReadonlyArray<string>
}
export const paramsOf = (query: URLSearchParams, form: URLSearchParams): Params => {
  const all = (name: string) => [...form.getAll(name), ...query.getAll(name)]
  return { all, one: (name) => all(name)[0] }
}

/** A failed call, in plain text as the protocol requires. */
export class ReaderRefusal extends Data.TaggedError("ReaderRefusal")<{
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}> {}
export const badRequest = (text: string): ReaderRefusal => new ReaderRefusal({ status: 400, text })
export const tooManyRequests = (seconds: number): ReaderRefusal =>
  new ReaderRefusal({ status: 429, text: "Too many requests", headers: { "retry-after": String(seconds) } })

/** Personal data: no cache may store it. */
const PRIVATE = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" }

export const textResponse = (text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8", ...PRIVATE, ...headers } })

export const jsonResponse = (value: unknown): Response => Response.json(value, { headers: PRIVATE })

/** The response to a successful change; apps compare the two letters. */
export const okResponse = (): Response => textResponse("OK")
