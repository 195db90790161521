import { Effect } from "effect"
import { pastRows } from "#projections/runner"
import { identityChecks } from "./checks.projection.ts"
import type { ListedCheck, ListedDocument } from "./listChecks.ts"
import { idcheck, idcheckDocument } from "./tables.ts"

type PastCheck = {
  readonly check: Pick<
    ListedCheck,
    "userCode" | "maskedName" | "country" | "submittedAt" | "decidedAt" | "decidedBy" | "verifiedUntil" | "shredAt"
  >
  readonly documents: ReadonlyArray<ListedDocument>
}

/** A check and its documents as they were at a position of the log; null if it did not exist yet. */
export const findPastCheck = Effect.fn("findPastCheck")(function* (
  { checkId, userCode }: Pick<ListedCheck, "checkId" | "userCode">,
  position: number,
) {
  const rows = yield* pastRows(identityChecks, [`idcheck-${checkId}`], position)
  const [row] = rows.of(idcheck)
  if (row === undefined) return null
  return {
    check: {
      // The name is left out: SQL masks it where it is shown.
      ...{ userCode, maskedName: null, country: row.country, submittedAt: row.submitted_at },
      ...{ decidedAt: row.decided_at, decidedBy: row.decided_by, verifiedUntil: row.verified_until },
      shredAt: row.shred_at,
    },
    documents: rows
      .of(idcheckDocument)
      .filter((each) => !each.is_removed)
      .map((each) => ({
        ...{ docId: each.doc_id, kind: each.kind, side: each.side, country: each.country, widthPx: each.width_px },
        ...{ heightPx: each.height_px, sharpness: each.sharpness, hints: each.hints, addedAt: each.added_at },
        ...{ shreddedAt: each.shredded_at, readFormat: each.read_format, readDay: each.read_day },
        failedDigits: each.failed_digits,
      }))
      .toSorted((one, other) => one.addedAt.getTime() - other.addedAt.getTime()),
  } satisfies PastCheck
})
