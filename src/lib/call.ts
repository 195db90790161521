import type { WordsOf } from "../i18n/index.ts"
import type { Locale } from "../i18n/locales.ts"
import { translatorOf } from "../i18n/translate.ts"
import { type ApiPage, apiFetchWith } from "./apiFetch.ts"
import { pageSession } from "./session.ts"
import { toast } from "./toast.ts"

/** Timeout of a call. */
export const CALL_TIMEOUT_MS = 60_000
/** Longer success messages are not shown. */
export const SUCCESS_LENGTH_MAX = 150

/** The response of every call. */
export interface Envelope<Data> {
  readonly status: boolean
  readonly message: string
  readonly data: Data
}

export interface CallSucceeded<Data> {
  readonly ok: true
  readonly data: Data
  readonly message: string
}

export interface CallFailed {
  readonly ok: false
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** The message for the reader. */
  readonly message: string
  /** Messages by field, for refused forms. */
  readonly errors: FieldErrors
}

export type FieldErrors = Readonly<Record<string, ReadonlyArray<string>>>
export type CallResult<Data> = CallSucceeded<Data> | CallFailed

export interface CallOptions {
  /** For background loads, polls and lists: failures are not shown, because the reader did nothing that could fail. */
  readonly silent?: boolean
  /** The idempotency key: a repeated call with the same key is executed once. */
  readonly commandId?: string
  readonly signal?: AbortSignal
}

/** The page functions that a call uses; tests replace them. */
export interface CallPage extends ApiPage {
  readonly toast: typeof toast
  readonly locale: Locale
  readonly words: WordsOf<"call">
}

/**
 * Creates the page's `call`: `call("Feed/PreviewFeed", { url })` posts JSON to /api and returns the data or
 * the failure; it never throws. Failures and short success messages are shown as toasts.
 */
export const callerWith = ({ toast, locale, words, ...page }: CallPage) => {
  const t = translatorOf<WordsOf<"call">>(locale, words)
  const send = apiFetchWith(page)

  return async <Data>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<CallResult<Data>> => {
    const deadline = AbortSignal.timeout(CALL_TIMEOUT_MS)
    const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal])
    const fail = (status: number, message: string, errors: FieldErrors = {}): CallFailed => {
      const abandoned = options.signal?.aborted === true
      if (options.silent !== true && !abandoned) toast("error", message)
      return { ok: false, status, message, errors }
    }

    try {
      const response = await send(path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          ...(options.commandId === undefined ? {} : { "idempotency-key": options.commandId }),
        },
        body: JSON.stringify(body),
        signal,
      })
      const answer = await envelopeOf<Data>(response)
      if (response.status >= 200 && response.status < 300 && answer?.status === true) {
        const { message, data } = answer
        if (message !== "" && message.length <= SUCCESS_LENGTH_MAX && options.silent !== true) toast("success", message)
        return { ok: true, data, message }
      }
      if (response.status === 500) return fail(500, t("call.request", { path: `/api/${path}` }))
      const errors = answer?.errors ?? {}
      const wrong = response.status === 400 ? Object.values(errors).flat() : []
      return fail(response.status, wrong[0] || answer?.message || t("call.failed"), errors)
    } catch {
      return fail(0, deadline.aborted ? t("call.timeout") : t("call.unreachable"))
    }
  }
}

export type Call = ReturnType<typeof callerWith>

/** The `call` of an island, which has the texts in its props (`wordsOf(locale, "call")`). */
export const makeCall = (locale: Locale, words: WordsOf<"call">): Call =>
  callerWith({ fetch: fetch.bind(globalThis), toast, locale, words, session: pageSession })

const envelopeOf = async <Data>(
  response: Response,
): Promise<(Envelope<Data> & { readonly errors?: FieldErrors }) | undefined> => {
  const text = await response.text()
  if (text === "" && response.ok) return { status: true, message: "", data: undefined as Data }
  try {
    return JSON.parse(text)
  } catch {
    // Error pages of proxies have no message for the reader.
    return undefined
  }
}
