import type { SqlClient } from "#core/kernel"
import type { Branch, Label, Need, Search, Sequence } from "#core/library"
import { labelOf } from "#core/library"

/**
 * Frequencies of terms, from PostgreSQL's statistics: the share of items for the most common terms, sampled by
 * autovacuum; all others are rarer. docs/decisions/0013-search.md explains why that is enough.
 */
export class Frequencies {
  readonly items: number
  private readonly shares: ReadonlyMap<string, number>
  /** The share assumed for terms that are not among the common ones. */
  private readonly rare: number
  /** Times that split the library into parts of equal size, oldest first. */
  private readonly times: ReadonlyArray<number>
  /** The share of items per source. */
  private readonly sources: ReadonlyMap<string, number>

  constructor(
    items: number,
    shares: ReadonlyMap<string, number>,
    times: ReadonlyArray<number> = [],
    sources: ReadonlyMap<string, number> = new Map(),
  ) {
    this.items = Math.max(items, 1)
    this.shares = shares
    this.rare = Math.min(...shares.values(), RARE_SHARE_MAX) / RARER
    this.times = times
    this.sources = sources
  }

  /**
   * The estimated share of items that match, assuming independent words.
   * @param order false: words do not have to be adjacent
   */
  share({ branches, labels }: Search, order = true): number {
    const words = branches.reduce((sum, branch) => sum + this.branchShare(branch, order), 0)
    return Math.min(words, 1) * labels.reduce((product, label) => product * this.labelShare(label), 1)
  }

  /** The share of items within a time span. */
  timeShare(fromMs = Number.NEGATIVE_INFINITY, beforeMs = Number.POSITIVE_INFINITY): number {
    if (this.times.length < 2) return 1
    const part = this.times.filter((time) => time >= fromMs && time < beforeMs).length
    return Math.min((part + 0.5) / (this.times.length - 1), 1)
  }

  /** The share of items of some sources; none means all. */
  sourceShare(sources: ReadonlyArray<string>): number {
    if (sources.length === 0 || this.sources.size === 0) return 1
    return Math.min(
      sources.reduce((sum, source) => sum + (this.sources.get(source) ?? 0), 0),
      1,
    )
  }

  private branchShare({ languages, needs }: Branch, order: boolean): number {
    if (needs.length === 0) return 1
    // Stems belong to one language, so among its own texts they are more common by its share.
    const of = languages.length === 1 ? (this.shares.get(labelOf.language(languages[0] ?? "")) ?? 1) : 1
    return of * needs.reduce((product, need) => product * Math.min(this.needShare(need, order) / of, 1), 1)
  }

  private needShare(need: Need, order: boolean): number {
    return need.reduce((sum, sequence) => sum + this.sequenceShare(sequence, order), 0)
  }

  /** A sequence is at most as common as its rarest term, and usually much rarer. */
  private sequenceShare(sequence: Sequence, order: boolean): number {
    const isOrdered = order && sequence.length > 1 && sequence.some(({ text }) => text.includes("/"))
    return (
      (isOrdered ? IN_ORDER_SHARE : 1) *
      Math.min(...sequence.map(({ text, isPrefix }) => (isPrefix ? this.prefixShare(text) : this.termShare(text))))
    )
  }

  private termShare(term: string): number {
    return this.shares.get(term) ?? this.rare
  }

  private prefixShare(prefix: string): number {
    let sum = this.rare
    for (const [term, share] of this.shares) if (term.startsWith(prefix)) sum += share
    return Math.min(sum, 1)
  }

  private labelShare({ anyOf, isExcluded }: Label): number {
    const share = Math.min(
      anyOf.reduce((sum, label) => sum + this.termShare(label), 0),
      1,
    )
    return isExcluded ? 1 - share : share
  }
}

/** Without statistics, a term counts as this common. */
const RARE_SHARE_MAX = 0.01

/** How much rarer other terms are on average than the rarest common one. */
const RARER = 10

/** Share of the texts with all words of a phrase that have the phrase. */
const IN_ORDER_SHARE = 0.05

/** How long statistics are cached. */
export const FREQUENCIES_MS = 60_000

/** Reads the statistics of the live build. */
export const readFrequencies = async (sql: SqlClient): Promise<Frequencies> => {
  const [row] = await sql<
    Array<{
      items: number
      terms: ReadonlyArray<string> | null
      shares: ReadonlyArray<number> | null
      times: ReadonlyArray<number> | null
      sources: Readonly<Record<string, number>> | null
    }>
  >`
    select greatest(c.reltuples, 0)::float8 as items, w.most_common_elems::text::text[] as terms,
      w.most_common_elem_freqs::float8[] as shares,
      (select array_agg(extract(epoch from t) * 1000) from unnest(d.histogram_bounds::text::timestamptz[]) t)::float8[] as times,
      (select jsonb_object_agg(source, share) from (
        select source, sum(item_count) / greatest(sum(sum(item_count)) over (), 1) as share from read.feed group by source) f) as sources
    from es.live l join pg_class c on c.oid = to_regclass('rm_' || l.name || '_' || l.build || '.search_item')
      left join pg_stats w on w.schemaname = c.relnamespace::regnamespace::text and w.tablename = c.relname and w.attname = 'words'
      left join pg_stats d on d.schemaname = c.relnamespace::regnamespace::text and d.tablename = c.relname and d.attname = 'sort_at'
    where l.name = 'search'`
  const shares = new Map((row?.terms ?? []).map((term, index) => [term, row?.shares?.[index] ?? 0]))
  return new Frequencies(row?.items ?? 0, shares, row?.times ?? [], new Map(Object.entries(row?.sources ?? {})))
}
