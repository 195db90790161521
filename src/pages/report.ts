import type { APIRoute } from "astro"
import { CONTENT_KINDS, REPORT_REASON_LENGTH_MAX } from "#contract/moderation"
import { callOf } from "#src/web/forms/Page.ts"
import { readFields, redirectTo } from "#src/web/forms/readForm.ts"
import { localPath } from "../lib/localPath.ts"
import { paths } from "../lib/paths.ts"

/** Characters of at most 12 bytes as sent, and the address of the page. */
const FORM_BYTES_MAX = REPORT_REASON_LENGTH_MAX * 12 + 4_000

/** Reports what a page shows, and leads back to it. Works without scripts. */
export const POST: APIRoute = async (page) => {
  const form = await readFields(page.request, FORM_BYTES_MAX)
  const from = localPath(form.get("from")) ?? paths.home
  const kind = CONTENT_KINDS.find((each) => each === form.get("kind"))
  const [id, reason] = [form.get("id") ?? "", (form.get("reason") ?? "").replaceAll("\r\n", "\n")]
  if (kind === undefined || id === "") return new Response("Not found", { status: 404 })
  const answered = await callOf(page)("Feed/ReportContent", { kind, id, reason })
  if (answered.ok)
    return redirectTo(from, { notice: page.locals.member === null ? "guest-reported" : "content-reported" })
  const isEmpty = answered.errors["reason"] !== undefined
  return redirectTo(from, { notice: isEmpty ? "report-empty" : answered.status === 404 ? "broken-link" : "not-now" })
}

/** GET has no meaning here. */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: paths.home } })
