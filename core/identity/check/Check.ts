import type { Aggregate } from "#core/kernel"
import type { DocumentKind, Level, Phase, Side } from "../contract.ts"
import { CheckEvent, CheckEvents } from "./events.ts"

/** What a reviewer read in a document. */
export type Reading = {
  readonly by: string
  readonly failedDigits: ReadonlyArray<string>
  readonly day: string
}

export type CheckDocument = {
  readonly docId: string
  readonly kind: DocumentKind
  readonly side: Side
  readonly country: string
  readonly digest: string | null
  /** Removed ones are no longer part of the check. */
  readonly isRemoved: boolean
  readonly isShredded: boolean
  readonly reading: Reading | null
}

export type CheckState = {
  /** Null before the check begins. */
  readonly phase: Phase | null
  readonly checkId: string
  readonly personId: string
  readonly level: Level
  readonly documents: ReadonlyArray<CheckDocument>
  readonly attempts: number
  readonly claim: { readonly by: string; readonly untilMs: number } | null
  /** The first of two approvals. */
  readonly approvedBy: string | null
  readonly isNumberReused: boolean
  /** Until when a verified identity counts. */
  readonly untilMs: number
  /** From when a rejected person may try again. */
  readonly againMs: number
  readonly shredMs: number | null
  readonly isPreserved: boolean
  /** The last act of the person. */
  readonly changedMs: number
  /** The person behind the check has left. */
  readonly isClosed: boolean
}

/** One identity check, by its own id: the account it belongs to may end before it. */
export const Check: Aggregate<CheckState, CheckEvent> = {
  category: "idcheck",
  events: CheckEvents,
  initial: {
    phase: null,
    checkId: "",
    personId: "",
    level: 1,
    documents: [],
    attempts: 0,
    claim: null,
    approvedBy: null,
    isNumberReused: false,
    untilMs: 0,
    againMs: 0,
    shredMs: null,
    isPreserved: false,
    changedMs: 0,
    isClosed: false,
  },
  evolve: (state, event) =>
    CheckEvent.match(event, {
      "identity.CheckBegun.v1": ({ checkId, personId, level, beganAt }): CheckState => ({
        ...state,
        ...{ phase: "draft", checkId, personId, level, changedMs: Date.parse(beganAt) },
      }),
      "identity.ConsentGiven.v1": () => state,
      "identity.StatementMade.v1": () => state,
      "identity.DocumentAdded.v1": ({ docId, kind, side, country, digest, addedAt }): CheckState => ({
        ...state,
        documents: [
          ...state.documents,
          { docId, kind, side, country, digest, isRemoved: false, isShredded: false, reading: null },
        ],
        changedMs: Date.parse(addedAt),
      }),
      "identity.DocumentRemoved.v1": ({ docId }) => changeDocument(state, docId, { isRemoved: true }),
      "identity.DocumentShredded.v1": ({ docId }) => changeDocument(state, docId, { isShredded: true }),
      "identity.CheckSubmitted.v1": ({ attempt, submittedAt }): CheckState => ({
        ...state,
        ...{ phase: "pending", attempts: attempt, claim: null, approvedBy: null, changedMs: Date.parse(submittedAt) },
      }),
      "identity.ReviewClaimed.v1": ({ by, until }): CheckState => ({
        ...state,
        claim: { by, untilMs: Date.parse(until) },
      }),
      "identity.ReviewReleased.v1": (): CheckState => ({ ...state, claim: null }),
      "identity.MrzChecked.v1": ({ docId, by, failedDigits, day }) =>
        changeDocument(state, docId, { reading: { by, failedDigits, day } }),
      "identity.NumberReused.v1": (): CheckState => ({ ...state, isNumberReused: true }),
      "identity.ApprovalGiven.v1": ({ by }): CheckState => ({ ...state, approvedBy: by, claim: null }),
      "identity.Verified.v1": ({ until, shredAt }): CheckState => ({
        ...ended(state, "verified", shredAt),
        untilMs: Date.parse(until),
      }),
      "identity.ResubmissionAsked.v1": ({ askedAt }): CheckState => ({
        ...state,
        ...{ phase: "resubmission", claim: null, approvedBy: null, changedMs: Date.parse(askedAt) },
      }),
      "identity.Rejected.v1": ({ againAt, shredAt }): CheckState => ({
        ...ended(state, "rejected", shredAt),
        againMs: Date.parse(againAt),
      }),
      "identity.Revoked.v1": ({ shredAt }) => ended(state, "revoked", shredAt),
      "identity.Expired.v1": ({ shredAt }) => ended(state, "expired", shredAt),
      "identity.ConsentWithdrawn.v1": ({ shredAt }) => ended(state, "withdrawn", shredAt),
      "identity.CheckClosed.v1": ({ shredAt }): CheckState => ({ ...ended(state, "closed", shredAt), isClosed: true }),
      "identity.PreservationOrdered.v1": (): CheckState => ({ ...state, isPreserved: true }),
      "identity.PreservationLifted.v1": (): CheckState => ({ ...state, isPreserved: false }),
    }),
}

const changeDocument = (state: CheckState, docId: string, change: Partial<CheckDocument>): CheckState => ({
  ...state,
  documents: state.documents.map((each) => (each.docId === docId ? { ...each, ...change } : each)),
})

/** An earlier day of shredding stays. */
const ended = (state: CheckState, phase: Phase, shredAt: string | null): CheckState => {
  const shredMs = shredAt === null ? null : Date.parse(shredAt)
  const earliest =
    state.shredMs === null || shredMs === null ? (shredMs ?? state.shredMs) : Math.min(state.shredMs, shredMs)
  return { ...state, phase, claim: null, approvedBy: null, shredMs: earliest }
}

/** The documents that are part of the check now. */
export const presentDocuments = ({ documents }: CheckState): ReadonlyArray<CheckDocument> =>
  documents.filter(({ isRemoved, isShredded }) => !isRemoved && !isShredded)

/** Documents whose key still exists. */
export const unshreddedDocuments = ({ documents }: CheckState): ReadonlyArray<CheckDocument> =>
  documents.filter(({ isShredded }) => !isShredded)

/** Whether the person may change the check. */
export const isEditable = ({ phase }: CheckState): boolean => phase === "draft" || phase === "resubmission"

/** Whether a decision is missing. */
export const isOpen = ({ phase }: CheckState): boolean =>
  phase === "draft" || phase === "resubmission" || phase === "pending"
