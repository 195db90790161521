import { DOCUMENT_BYTES_MAX, DOCUMENT_KINDS, LEVELS, SIDES } from "#contract/identity"
import { handleCall } from "#src/api/handler.ts"
import { readBody } from "#src/api/readBody.ts"
import type { Notice } from "#src/lib/notices.ts"
import { paths } from "#src/lib/paths.ts"
import type { OwnAnswer } from "#src/web/ownCall.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"
import { splitForm } from "./splitForm.ts"

/** A form wraps the file in a few lines of its own. */
const FORM_BYTES_MAX = DOCUMENT_BYTES_MAX + 20_000

export type IdentityForm = "begin" | "upload" | "remove" | "submit" | "withdraw"

/** What the page shows after a form that was refused. */
export type IdentityView = FormRefusal & {
  readonly form: IdentityForm | undefined
  readonly typed: ReadonlyMap<string, string>
}

const NOTICE_OF: Readonly<Record<IdentityForm, Notice>> = {
  begin: "identity-begun",
  upload: "identity-added",
  remove: "identity-removed",
  submit: "identity-submitted",
  withdraw: "identity-withdrawn",
}

/** Carries out what a form of the identity check asks for. */
export const handleIdentityForm = async (page: ActingPage): Promise<Response | IdentityView> => {
  const blank = { ...NO_REFUSAL, form: undefined, typed: new Map<string, string>() }
  const { request } = page
  if (request.method !== "POST") return blank
  if (request.headers.get("content-type")?.startsWith("multipart/form-data")) return receive(page)
  const typed = await readForm(request)
  const field = (name: string) => typed.get(name) ?? ""
  const call = callOf(page)
  const calls: Readonly<Record<Exclude<IdentityForm, "upload">, () => Promise<OwnAnswer<unknown>>>> = {
    begin: () =>
      call("UserProfile/BeginKYC", {
        level: LEVELS.find((level) => String(level) === field("level")) ?? 1,
        fullName: field("fullName"),
        birthDate: field("birthDate"),
        countryCode: field("countryCode"),
        consent: typed.has("consent"),
      }),
    remove: () => call("UserProfile/RemoveIdentityImage", { documentId: field("documentId") }),
    submit: () => call("UserProfile/SubmitKYCApprove", {}),
    withdraw: () => call("UserProfile/WithdrawKYC", {}),
  }
  const form = field("do")
  if (form === "signInAgain") {
    const ended = await call("User/SignOut", {})
    return redirectTo(paths.signInFor(paths.identity), { cookies: ended.ok ? ended.cookies : [] })
  }
  if (!Object.hasOwn(calls, form)) return blank
  const known = form as keyof typeof calls
  const answered = await calls[known]()
  if (answered.ok) return redirectTo(paths.identity, { notice: NOTICE_OF[known] })
  return { form: known, typed, ...toFormRefusal(answered, ...FIELDS) }
}

const FIELDS = ["level", "fullName", "birthDate", "countryCode", "consent"] as const

/** Takes an image in one request, for pages without scripts. It is overwritten with the end of the request. */
const receive = async ({ request, locals, clientAddress }: ActingPage): Promise<Response | IdentityView> => {
  const body = await readBody(request, FORM_BYTES_MAX)
  const refused = (problem: string, typed: ReadonlyMap<string, string> = new Map()): IdentityView => ({
    ...{ form: "upload", typed, problem, errors: {} },
  })
  if (body === "too-large") return refused(locals.t("identity.image.large"))
  try {
    const { fields: typed, file } = splitForm(body, request.headers.get("content-type") ?? "") ?? NO_FORM
    if (file === null || file.length === 0) return refused(locals.t("identity.problem.file"), typed)
    const query = new URLSearchParams({
      kind: DOCUMENT_KINDS.find((kind) => kind === typed.get("kind")) ?? "",
      side: SIDES.find((side) => side === typed.get("side")) ?? "",
      countryCode: typed.get("countryCode") ?? "",
    })
    if (query.get("countryCode") === "") return refused(locals.t("identity.problem.country"), typed)
    const answered = await handleCall(
      new Request(`http://own/api/UserProfile/UploadIdentityImage?${query}`, {
        method: "POST",
        headers: { "content-type": "application/octet-stream" },
        // A stream, because any other body is copied.
        body: streamOf(file),
        duplex: "half",
      } as RequestInit),
      {
        locale: locals.locale,
        correlationId: locals.correlationId,
        address: locals.clientAddress ?? clientAddress,
        member: locals.visitor.member,
      },
    )
    if (answered.ok) return redirectTo(`${paths.identity}#documents`, { notice: NOTICE_OF.upload })
    const { message } = (await answered.json()) as { readonly message: string }
    return refused(message, typed)
  } finally {
    body.fill(0)
  }
}

const streamOf = (bytes: Uint8Array): ReadableStream =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes)
      controller.close()
    },
  })

const NO_FORM = { fields: new Map<string, string>(), file: null }
