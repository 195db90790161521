import { Result, Schema } from "effect"
import { type Aggregate, type Decide, formatIso } from "#core/kernel"
import type { LookEvidence } from "#core/operators"
import type { ViewerRole } from "../contract.ts"
import { NotOpened, type OpeningRefusal } from "../refusals.ts"
import { AccessEvent, AccessEvents, DocumentOpened, OpeningRefused } from "./events.ts"

const HOUR_MS = 3_600_000
/** Looks of one operator within an hour; more of them would be a copy of the archive. */
export const LOOKS_PER_HOUR_MAX = 30
/** Refusals that are recorded for one viewer within an hour. The rest are still refused. */
const REFUSALS_PER_HOUR_MAX = 5

export type AccessLogState = {
  /** Times of the latest looks and refusals, in milliseconds. */
  readonly looksMs: ReadonlyArray<number>
  readonly refusalsMs: ReadonlyArray<number>
  /** The signed looks among the latest: each signature opens one document, once. */
  readonly lookIds: ReadonlyArray<string>
}

/** The looks of one viewer, by a name-based id of the viewer. */
export const AccessLog: Aggregate<AccessLogState, AccessEvent> = {
  category: "idaccess",
  events: AccessEvents,
  initial: { looksMs: [], refusalsMs: [], lookIds: [] },
  evolve: (state, event) =>
    AccessEvent.match(event, {
      "identity.DocumentOpened.v1": ({ openedAt, evidence }) => ({
        ...state,
        lookIds: [...state.lookIds, ...(evidence === undefined ? [] : [evidence.lookId])].slice(-LOOKS_PER_HOUR_MAX),
        looksMs: [...state.looksMs, Date.parse(openedAt)].slice(-LOOKS_PER_HOUR_MAX),
      }),
      "identity.OpeningRefused.v1": ({ refusedAt }) => ({
        ...state,
        refusalsMs: [...state.refusalsMs, Date.parse(refusedAt)].slice(-REFUSALS_PER_HOUR_MAX),
      }),
    }),
  snapshot: {
    every: 100,
    foldHash: "2",
    state: Schema.Struct({
      looksMs: Schema.Array(Schema.Number),
      refusalsMs: Schema.Array(Schema.Number),
      lookIds: Schema.Array(Schema.String),
    }),
    holdsNothingSealed: true,
  },
}

export type Look = {
  readonly checkId: string
  readonly personId: string
  readonly subjectId: string
  readonly docId: string
  readonly by: string
  readonly role: ViewerRole
  readonly reason: string
  readonly embargoUntil: string | null
  readonly evidence?: LookEvidence
}

/** Records a look at a document, unless the viewer looks too often or the signature was used before. */
export const recordLook =
  (look: Look, nowMs: number): Decide<AccessLogState, AccessEvent, NotOpened> =>
  ({ looksMs, lookIds }) => {
    // At most that many looks are within an hour, and a signature ends sooner, so none is forgotten.
    if (look.evidence !== undefined && lookIds.includes(look.evidence.lookId))
      return Result.fail(new NotOpened({ cause: "credential" }))
    const recent = looksMs.filter((ms) => ms > nowMs - HOUR_MS)
    if (recent.length >= LOOKS_PER_HOUR_MAX) return Result.fail(new NotOpened({ cause: "often" }))
    return Result.succeed([DocumentOpened.make({ ...look, openedAt: formatIso(nowMs) })])
  }

type Refused = Pick<Look, "checkId" | "personId" | "docId" | "by" | "role"> & { readonly cause: OpeningRefusal }

/** Records a refusal that the person of the check should know of; no more than a few an hour. */
export const recordRefusal =
  (refused: Refused, nowMs: number): Decide<AccessLogState, AccessEvent, never> =>
  ({ refusalsMs }) =>
    Result.succeed(
      refusalsMs.filter((ms) => ms > nowMs - HOUR_MS).length >= REFUSALS_PER_HOUR_MAX
        ? []
        : [OpeningRefused.make({ ...refused, refusedAt: formatIso(nowMs) })],
    )
