import { SubjectEvents } from "#core/kernel"
import { RevealEvents } from "#core/reveals"
import { change, makeProjection, on, patch } from "#projections/runner"
import { reveal } from "./tables.ts"

/** Looks that are kept of one person. */
const LOOKS_MAX = 500

/** Reveals, for the people they affect. */
export const reveals = makeProjection({
  name: "reveals",
  version: 1,
  tables: [reveal],
  handlers: [
    on(RevealEvents, {
      "reveals.FieldsRevealed.v1": ({ operatorId, personId, fields, reason, embargoUntil, revealedAt }) => [
        change(reveal, [personId], (row) => ({
          person_id: personId,
          looks: [{ operatorId, fields, reason, at: revealedAt, embargoUntil }, ...(row?.looks ?? [])].slice(
            0,
            LOOKS_MAX,
          ),
        })),
      ],
      "reveals.RevealsAllowed.v1": () => [],
    }),
    on(SubjectEvents, {
      "kernel.SubjectErased.v1": ({ subjectId }) => [
        patch(reveal, [subjectId], (row) => ({
          ...row,
          looks: row.looks.map((look) => ({ ...look, reason: null })),
        })),
      ],
    }),
  ],
})
