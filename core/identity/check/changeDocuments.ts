import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import {
  ATTEMPTS_MAX,
  DOCUMENTS_ADDED_MAX,
  DOCUMENTS_MAX,
  type DocumentKind,
  type QualityHint,
  SIDES_OF,
  type Side,
} from "../contract.ts"
import { IncompleteDocuments, NoCheck, SameImage, TooManyAttempts, TooManyDocuments } from "../refusals.ts"
import { type CheckState, isEditable, presentDocuments, unshreddedDocuments } from "./Check.ts"
import { type CheckEvent, CheckSubmitted, DocumentAdded, DocumentRemoved, DocumentShredded } from "./events.ts"

type DecideCheck<Refusal> = Decide<CheckState, CheckEvent, Refusal>

export type NewDocument = {
  readonly docId: string
  readonly kind: DocumentKind
  readonly side: Side
  readonly country: string
  readonly digest: string
  readonly quality: {
    readonly widthPx: number
    readonly heightPx: number
    readonly sharpness: number
    readonly hints: ReadonlyArray<QualityHint>
  }
}

/** Whether a document may be added: asked before anything is decoded or sealed, and again when it is recorded. */
export const mayAddDocument = (
  state: CheckState,
  { kind, side, digest }: Pick<NewDocument, "kind" | "side" | "digest">,
): NoCheck | TooManyDocuments | SameImage | null => {
  if (!isEditable(state) || state.isPreserved || !SIDES_OF[kind].includes(side)) return new NoCheck()
  const present = presentDocuments(state)
  const isFull = unshreddedDocuments(state).length >= DOCUMENTS_MAX || state.documents.length >= DOCUMENTS_ADDED_MAX
  if (isFull) return new TooManyDocuments()
  return present.some((each) => each.digest === digest) ? new SameImage() : null
}

/** Adds a side of a document. It replaces an earlier image of the same side, and a document of another kind. */
export const addDocument =
  (document: NewDocument, nowMs: number): DecideCheck<NoCheck | TooManyDocuments | SameImage> =>
  (state) => {
    const refusal = mayAddDocument(state, document)
    if (refusal !== null) return Result.fail(refusal)
    const ids = { checkId: state.checkId, personId: state.personId }
    const at = formatIso(nowMs)
    const replaced = presentDocuments(state).filter(
      ({ kind, side }) => group(kind) === group(document.kind) && (side === document.side || kind !== document.kind),
    )
    return Result.succeed([
      ...replaced.map(({ docId }) => DocumentRemoved.make({ ...ids, docId, removedAt: at })),
      DocumentAdded.make({ ...ids, ...document, addedAt: at }),
    ])
  }

/** A check has one document of identity and one proof of address. */
const group = (kind: DocumentKind): "address" | "identity" => (kind === "proofOfAddress" ? "address" : "identity")

export const removeDocument =
  (docId: string, nowMs: number): DecideCheck<NoCheck> =>
  (state) => {
    const document = state.documents.find((each) => each.docId === docId)
    if (document === undefined || !isEditable(state) || state.isPreserved) return Result.fail(new NoCheck())
    if (document.isRemoved) return Result.succeed([])
    const { checkId, personId } = state
    return Result.succeed([DocumentRemoved.make({ checkId, personId, docId, removedAt: formatIso(nowMs) })])
  }

/** The sides that the level still needs: what is missing of the given document, or the document itself. */
export const missingSides = (
  state: CheckState,
): ReadonlyArray<{ readonly kind: DocumentKind | null; readonly side: Side }> => {
  const present = presentDocuments(state)
  const kind = present.find((each) => group(each.kind) === "identity")?.kind ?? null
  const sides = kind === null ? (["front"] as const) : SIDES_OF[kind]
  const missing = sides
    .filter((side) => !present.some((each) => each.kind === kind && each.side === side))
    .map((side) => ({ kind, side }))
  const hasProof = present.some((each) => group(each.kind) === "address")
  return state.level === 3 && !hasProof ? [...missing, { kind: "proofOfAddress", side: "front" }] : missing
}

/** Submits the check for a review. */
export const submitCheck =
  (nowMs: number): DecideCheck<NoCheck | IncompleteDocuments | TooManyAttempts> =>
  (state) => {
    if (state.phase === "pending") return Result.succeed([])
    if (!isEditable(state)) return Result.fail(new NoCheck())
    if (missingSides(state).length > 0) return Result.fail(new IncompleteDocuments())
    if (state.attempts >= ATTEMPTS_MAX) return Result.fail(new TooManyAttempts())
    const { checkId, personId } = state
    const attempt = state.attempts + 1
    return Result.succeed([CheckSubmitted.make({ checkId, personId, attempt, submittedAt: formatIso(nowMs) })])
  }

/** Records that the key of a document is gone; idempotent. */
export const recordShredded =
  (docId: string, cause: "removed" | "retention" | "ordered", by: string, nowMs: number): DecideCheck<never> =>
  (state) => {
    const document = state.documents.find((each) => each.docId === docId)
    if (document === undefined || document.isShredded) return Result.succeed([])
    const { checkId, personId } = state
    return Result.succeed([
      DocumentShredded.make({ checkId, personId, docId, cause, by, shreddedAt: formatIso(nowMs) }),
    ])
  }
