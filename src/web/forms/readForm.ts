import { readBody } from "#src/api/readBody.ts"
import { formatCookie, SERVER_COOKIES } from "#src/lib/cookies.ts"
import { NOTICE_AGE_S_MAX, type Notice } from "#src/lib/notices.ts"

/** Bytes of a form without files. */
const FORM_BYTES_MAX = 20_000

/** The fields of a posted form as they were sent; none where it is longer. No more than the limit is ever read. */
export const readFields = async (request: Request, bytesMax = FORM_BYTES_MAX): Promise<URLSearchParams> => {
  const body = await readBody(request, bytesMax)
  return new URLSearchParams(body === "too-large" ? "" : new TextDecoder().decode(body))
}

/** A posted form with files; null where it is longer than the limit or no such form. No more than that is ever read. */
export const readFiles = async (request: Request, bytesMax: number): Promise<FormData | "too-large" | null> => {
  const type = request.headers.get("content-type") ?? ""
  if (!type.startsWith("multipart/form-data")) return null
  const body = await readBody(request, bytesMax)
  if (body === "too-large") return body
  return new Response(body, { headers: { "content-type": type } }).formData().catch(() => null)
}

/** The fields of a posted form; none where it is longer than any of ours. Each field once, trimmed but for passwords. */
export const readForm = async (request: Request): Promise<ReadonlyMap<string, string>> => {
  const fields = await readFields(request)
  return new Map([...fields].map(([name, value]) => [name, /password/i.test(name) ? value : value.trim()]))
}

type Leading = {
  readonly notice?: Notice
  /** Values of `Set-Cookie`. */
  readonly cookies?: ReadonlyArray<string>
}

/** Leads on after a form was accepted, so that a reload does not post it again. */
export const redirectTo = (location: string, { notice, cookies = [] }: Leading = {}): Response => {
  const headers = new Headers({ location })
  if (notice !== undefined) headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, notice, NOTICE_AGE_S_MAX))
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return new Response(null, { status: 303, headers })
}
