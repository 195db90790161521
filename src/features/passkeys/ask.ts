import { apiPost } from "../../lib/apiFetch.ts"

type Answered<Data> = { readonly ok: true; readonly data: Data } | { readonly ok: false; readonly message: string }

/** Makes one call, silently: what went wrong is said beside the button. */
export const ask = async <Data>(path: string, body: object): Promise<Answered<Data>> => {
  const response = await apiPost(path, body)
  const {
    data,
    message,
    errors = {},
  } = (await response.json()) as {
    readonly data: Data
    readonly message: string
    readonly errors?: Readonly<Record<string, ReadonlyArray<string>>>
  }
  return response.ok ? { ok: true, data } : { ok: false, message: Object.values(errors).flat()[0] ?? message }
}
