import { is, table } from "#projections/runner"

/** A look of an operator at masked fields. */
export type RevealedLook = {
  readonly operatorId: string
  readonly fields: ReadonlyArray<"email">
  /** Null after an erasure. */
  readonly reason: string | null
  readonly at: string
  readonly embargoUntil: string | null
}

/** Who saw masked fields of a person, newest first. */
export const reveal = table(
  "reveal",
  { person_id: is.text, looks: is.json<ReadonlyArray<RevealedLook>>() },
  { key: ["person_id"], indexes: [] },
)
