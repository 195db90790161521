import { is, table } from "#projections/runner"

/** The owner of each feed, as proven by its publisher. */
export const feedClaim = table(
  "feed_claim",
  { feed_id: is.text, person_id: is.text, place: is.text, claimed_at: is.at },
  { key: ["feed_id"], indexes: ["(person_id)"] },
)
