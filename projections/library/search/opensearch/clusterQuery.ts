import type { Branch, Label, Need, Search, Sequence, SoughtTerm } from "#core/library"
import type { IndexQuery } from "../SearchIndex.ts"

/** A clause of the query language of the cluster. */
export type Clause = Readonly<Record<string, unknown>>

/** Parts of an item with their weights, as in PostgreSQL. */
const WEIGHTS = { title: 1, about: 0.4, summary: 0.25, body: 0.05 } as const
type SearchField = keyof typeof WEIGHTS
const PARTS = Object.keys(WEIGHTS) as ReadonlyArray<SearchField>

/** The query of a page: scored clauses and filters. */
export const clusterQuery = (query: IndexQuery, asOf: number): Clause => {
  const { search, feedIds, itemIds, sources, fromMs, beforeMs } = query
  const bans = search.branches.flatMap((branch) => branch.bans)
  return {
    bool: {
      must: [wordsClause(search)],
      filter: [
        { range: { position: { lte: asOf } } },
        ...search.labels.filter(({ isExcluded }) => !isExcluded).map(labelClause),
        ...(feedIds === null ? [] : [{ terms: { feed: feedIds } }]),
        ...(itemIds === null ? [] : [{ terms: { item: itemIds } }]),
        ...(sources.length === 0 ? [] : [{ terms: { source: sources } }]),
        ...(fromMs === undefined ? [] : [{ range: { sort_at: { gte: fromMs } } }]),
        ...(beforeMs === undefined ? [] : [{ range: { sort_at: { lt: beforeMs } } }]),
      ],
      must_not: [...bans.map(needClause), ...search.labels.filter(({ isExcluded }) => isExcluded).map(labelClause)],
    },
  }
}

const wordsClause = ({ branches }: Search): Clause =>
  branches.length > 0 && branches.every(({ needs }) => needs.length > 0)
    ? bestOf(branches.map(branchClause))
    : { match_all: {} }

const branchClause = ({ needs }: Branch): Clause => ({ bool: { must: needs.map(needClause) } })

const labelClause = ({ anyOf }: Label): Clause => ({ terms: { labels: anyOf } })

/** One of the sequences, in the part with the highest weight. */
const needClause = (need: Need): Clause =>
  bestOf(
    need.flatMap((sequence) => [
      ...PARTS.map((part) => weighed(sequenceClause(part, sequence), WEIGHTS[part])),
      ...namedBy(sequence).map((clause) => weighed(clause, WEIGHTS.about)),
    ]),
  )

/** Hosts, hashtags and feed labels are labels. */
const namedBy = ([first, more]: Sequence): ReadonlyArray<Clause> =>
  first === undefined || more !== undefined || first.isPrefix ? [] : [{ term: { labels: { value: first.text } } }]

const sequenceClause = (part: SearchField, sequence: Sequence): Clause => {
  const [first, more] = sequence
  if (first !== undefined && more === undefined)
    return first.isPrefix ? { prefix: { [part]: { value: first.text } } } : { term: { [part]: { value: first.text } } }
  return {
    span_near: {
      clauses: sequence.flatMap((term, at) => spans(part, term, sequence[at - 1])),
      slop: 0,
      in_order: true,
    },
  }
}

/** A term, after the gap to the previous one. */
const spans = (
  part: SearchField,
  { text, at, isPrefix }: SoughtTerm,
  before: SoughtTerm | undefined,
): ReadonlyArray<Clause> => {
  const gap = before === undefined ? 0 : at - before.at - 1
  const term = isPrefix
    ? { span_multi: { match: { prefix: { [part]: { value: text } } } } }
    : { span_term: { [part]: { value: text } } }
  return gap > 0 ? [{ span_gap: { [part]: gap } }, term] : [term]
}

const weighed = (filter: Clause, boost: number): Clause => ({ constant_score: { filter, boost } })

const bestOf = (queries: ReadonlyArray<Clause>): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { dis_max: { queries } }
