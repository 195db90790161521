import { Data } from "effect"
import type { T } from "#src/i18n/index.ts"

/** What an app asks for. */
export type Call = {
  readonly personId: string
  /** The token that it showed. */
  readonly auth: string
  readonly params: Params
  /** What stands in the address behind the name of the call. */
  readonly rest: string
  /** Scheme and host of the site. */
  readonly origin: string
  /** The words of the language that the app asks for. */
  readonly t: T
}

/** The fields of the address and of the form, which apps use as one. */
export type Params = {
  readonly one: (name: string) => string | undefined
  readonly all: (name: string) => ReadonlyArray<string>
}

export const paramsOf = (query: URLSearchParams, form: URLSearchParams): Params => {
  const all = (name: string) => [...form.getAll(name), ...query.getAll(name)]
  return { all, one: (name) => all(name)[0] }
}

/** Why an app does not get what it asked for, in plain text as the protocol has it. */
export class Refused extends Data.TaggedError("Refused")<{
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}> {}

export const badRequest = (text: string): Refused => new Refused({ status: 400, text })
export const tooOften = (seconds: number): Refused =>
  new Refused({ status: 429, text: "Too many requests", headers: { "retry-after": String(seconds) } })

/** A person's own, of this moment: nobody on the way may keep it. */
const PRIVATE = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" }

export const textAnswer = (text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8", ...PRIVATE, ...headers } })

export const jsonAnswer = (value: unknown): Response => Response.json(value, { headers: PRIVATE })

/** What a change is answered with; apps compare the two letters. */
export const done = (): Response => textAnswer("OK")
