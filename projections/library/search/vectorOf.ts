import { type Lexeme, makeVector, PLACE_MAX, type Vector } from "#projections/runner"
import type { SearchDocument } from "./documentOf.ts"

/** Gap between two parts, so that no phrase spans them. */
const GAP = 20

/** A document as a tsvector: its parts in order, its labels without places. */
export const vectorOf = ({ parts, labels }: SearchDocument): Vector => makeVector(lexemesOf(parts, labels))

function* lexemesOf(parts: SearchDocument["parts"], labels: SearchDocument["labels"]): Generator<Lexeme> {
  let from = 0
  for (const { weight, places } of parts) {
    for (const [term, place] of places) yield [term, Math.min(from + place, PLACE_MAX), weight]
    from += (places.at(-1)?.[1] ?? 0) + GAP
  }
  for (const label of labels) yield [label, null, "D"]
}
