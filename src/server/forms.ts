import { COOKIES, formatCookie } from "#src/lib/cookies.ts"
import { NOTICE_AGE_S_MAX, type Notice } from "#src/lib/notices.ts"

/** Characters of a form without files. */
const FORM_LENGTH_MAX = 20_000

/** The fields of a posted form; none where it is longer than any of ours. Each field once, trimmed but for passwords. */
export const readForm = async (request: Request): Promise<ReadonlyMap<string, string>> => {
  const text = await request.text()
  const fields = new URLSearchParams(text.length > FORM_LENGTH_MAX ? "" : text)
  return new Map([...fields].map(([name, value]) => [name, /password/i.test(name) ? value : value.trim()]))
}

type Leading = {
  readonly notice?: Notice
  /** Values of `Set-Cookie`. */
  readonly cookies?: ReadonlyArray<string>
}

/** Leads on after a form was accepted, so that a reload does not post it again. */
export const leadTo = (location: string, { notice, cookies = [] }: Leading = {}): Response => {
  const headers = new Headers({ location })
  if (notice !== undefined) headers.append("set-cookie", formatCookie(COOKIES.notice, notice, NOTICE_AGE_S_MAX))
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return new Response(null, { status: 303, headers })
}
