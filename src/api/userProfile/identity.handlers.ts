import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { DocumentKind, Side } from "#contract/identity"
import {
  type DocumentTooLarge,
  IdentityChecks,
  type KeeperUnavailable,
  type NotADocument,
  type NotOpened,
  type TooEarly,
  UnfitStatement,
} from "#core/identity"
import { isUuid } from "#core/kernel"
import { findIdentity, type Identity, listAccesses } from "#projections/identity"
import { listReveals } from "#projections/reveals"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { parseCookies } from "#src/lib/cookies.ts"
import { formatOf } from "#src/lib/format.ts"
import type { Services } from "#src/process/runtime.ts"
import { SESSION_COOKIE } from "#src/web/session.ts"
import { answer, BadRequest, Busy, Conflict, NotFound, refusal, Unreadable } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { identifying, limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Call<Payload> = { readonly payload: Payload }
type Begin = {
  readonly level: number
  readonly fullName: string
  readonly birthDate: string
  readonly countryCode: string
  readonly consent: boolean
}
type Upload = Call<Uint8Array> & {
  readonly query: { readonly kind: DocumentKind; readonly side: Side; readonly countryCode: string }
}
type WhichDocument = Call<{ readonly documentId: string }>

/** Handlers of identity.contract.ts; resolved once for the group. */
export const identityHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const checks = yield* IdentityChecks
  const [limited, limitedWriting, limitedUploads] = [yield* limitedAsStandard, yield* writing, yield* identifying]

  const identityAt = Effect.fnUntraced(function* (personId: string, position: number) {
    yield* waitFor("identity", position)
    return toIdentity(yield* findIdentity(personId))
  })

  return {
    LoadKYC: Effect.fn("LoadKYC")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      return answer({ identity: toIdentity(yield* findIdentity(personId)) })
    }, provide),

    BeginKYC: Effect.fn("BeginKYC")(function* ({ payload }: Call<Begin>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const { locale } = yield* CurrentCaller
      const { countryCode, consent, ...stated } = payload
      const form = { ...stated, country: countryCode, hasConsent: consent }
      const position = yield* checks.begin(personId, form, locale).pipe(Effect.catch(refuseBeginning))
      return answer({ identity: yield* identityAt(personId, position) })
    }, provide),

    UploadIdentityImage: Effect.fn("UploadIdentityImage")(function* ({ payload, query }: Upload) {
      const { personId } = yield* requireMember
      yield* limitedUploads
      const { kind, side, countryCode } = query
      const upload = { kind, side, country: countryCode, bytes: payload }
      const { docId, position } = yield* checks.addDocument(personId, upload).pipe(
        Effect.catch(refuseUpload),
        // The image does not stay in memory for longer than the request.
        Effect.ensuring(Effect.sync(() => payload.fill(0))),
      )
      return answer({ documentId: docId, identity: yield* identityAt(personId, position) })
    }, provide),

    RemoveIdentityImage: Effect.fn("RemoveIdentityImage")(function* ({ payload: { documentId } }: WhichDocument) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const removed = checks.removeDocument(personId, documentId)
      const position = yield* removed.pipe(Effect.catch(refuseUpload))
      return answer({ identity: yield* identityAt(personId, position) })
    }, provide),

    SubmitKYCApprove: Effect.fn("SubmitKYCApprove")(function* () {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const position = yield* checks.submit(personId).pipe(Effect.catch(conflict))
      const { locale } = yield* CurrentCaller
      return answer({ identity: yield* identityAt(personId, position) }, translator(locale)("identity.did.submit"))
    }, provide),

    WithdrawKYC: Effect.fn("WithdrawKYC")(function* () {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const position = yield* checks.withdraw(personId).pipe(Effect.catch(conflict))
      const { locale } = yield* CurrentCaller
      return answer({ identity: yield* identityAt(personId, position) }, translator(locale)("identity.did.withdraw"))
    }, provide),

    LoadIdentityImage: Effect.fn("LoadIdentityImage")(function* ({ payload: { documentId } }: WhichDocument) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const token = yield* sessionToken
      if (!isUuid(documentId)) return yield* refuseOpening({ messageKey: "identity.noCheck" })
      const image = yield* checks.preview(personId, documentId, token).pipe(Effect.catch(refuseOpening))
      return HttpServerResponse.uint8Array(image, { contentType: "image/jpeg", headers: IMAGE_HEADERS })
    }, provide),

    LoadIdentityAccess: Effect.fn("LoadIdentityAccess")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const accesses = (yield* listAccesses(personId)).map(({ at, refused, ...look }) => ({
        ...look,
        ...{ at: Date.parse(at), isRefused: refused !== null },
      }))
      const revealed = (yield* listReveals(personId)).map(({ at, reason }) => ({
        ...({ at: Date.parse(at), kind: "email", role: "support", isOwn: false, reason, isRefused: false } as const),
      }))
      return answer({ accesses: [...accesses, ...revealed].toSorted((one, other) => other.at - one.at) })
    }, provide),
  }
})

/** Nothing may keep a preview. */
const IMAGE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const

/** The token of the caller's session: the keeper checks it itself. */
const sessionToken = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => {
  const [scheme = "", token = ""] = (headers["authorization"] ?? "").split(" ")
  return scheme.toLowerCase() === "bearer" ? token : (parseCookies(headers["cookie"] ?? null).get(SESSION_COOKIE) ?? "")
})

const toMs = (at: Date | null): number | null => at?.getTime() ?? null

const toIdentity = ({ kycStatusId, level, until, check, documents }: Identity) => ({
  kycStatusId,
  level,
  until: toMs(until),
  check: check && {
    ...{ level: check.level, attempts: check.attempts, began: check.beganAt.getTime() },
    ...{ submitted: toMs(check.submittedAt), decided: toMs(check.decidedAt) },
    reasons: check.asked.map(({ docId, reason }) => ({ documentId: docId, reason })),
    ...{ reason: check.reason, note: check.note === "" ? null : check.note },
    ...{ again: toMs(check.againAt), shredding: check.sealedCount > 0 ? toMs(check.shredAt) : null },
    documents: documents.map(({ docId, kind, side, country, hints, addedAt, shreddedAt }) => ({
      ...{ documentId: docId, kind, side, countryCode: country, hints },
      ...{ added: addedAt.getTime(), shredded: toMs(shreddedAt) },
    })),
  },
})

type Keyed = { readonly messageKey: Parameters<typeof keyed>[0] }
const keyed = (
  key:
    | "identity.noCheck"
    | "identity.exists"
    | "identity.tooMany"
    | "identity.tooManyDocuments"
    | "identity.sameImage"
    | "identity.incomplete",
) => key

const conflict = Effect.fnUntraced(function* ({ messageKey }: Keyed) {
  return yield* new Conflict(refusal(translator((yield* CurrentCaller).locale)(messageKey)))
})

const refuseUpload = Effect.fnUntraced(function* (error: Keyed | NotADocument | DocumentTooLarge | KeeperUnavailable) {
  const said = refusal(translator((yield* CurrentCaller).locale)(error.messageKey))
  if (!("_tag" in error)) return yield* new Conflict(said)
  if (error._tag === "KeeperUnavailable") return yield* new Busy(said)
  const isImage = error._tag === "NotADocument" || error._tag === "DocumentTooLarge"
  return yield* isImage ? new Unreadable(said) : new Conflict(said)
})

const refuseOpening = Effect.fnUntraced(function* (error: Keyed | NotOpened | KeeperUnavailable) {
  const t = translator((yield* CurrentCaller).locale)
  if (error.messageKey === "identity.unavailable") return yield* new Busy(refusal(t(error.messageKey)))
  if (error.messageKey === "identity.signInAgain") return yield* new Conflict(refusal(t(error.messageKey)))
  // Unknown, foreign, decided and damaged documents get the same answer, which reveals nothing about documents of others.
  return yield* new NotFound(refusal(t("identity.noImage")))
})

const refuseBeginning = Effect.fnUntraced(function* (error: UnfitStatement | TooEarly | Keyed) {
  const { locale } = yield* CurrentCaller
  const t = translator(locale)
  if (error instanceof UnfitStatement) {
    const errors = Object.fromEntries(
      error.problems.map(({ field, problem }) => [
        field === "country" ? "countryCode" : field,
        [t(`identity.problem.${problem}`)],
      ]),
    )
    return yield* new BadRequest({ ...refusal(t("identity.unfit")), errors })
  }
  if ("againMs" in error) {
    const date = formatOf(locale, "UTC").date(new Date(error.againMs))
    return yield* new Conflict(refusal(t("identity.tooEarly", { date })))
  }
  return yield* conflict(error)
})
