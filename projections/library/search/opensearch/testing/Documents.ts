import { RANK_SCRIPT } from "../rankQuery.ts"

/** A document as the index of a copy accepts it; others are rejected, as by a strict mapping. */
export type Stored = {
  readonly texts: Readonly<Record<string, ReadonlyArray<string>>>
  readonly keywords: Readonly<Record<string, ReadonlyArray<string>>>
  readonly numbers: Readonly<Record<string, number>>
}

const TEXTS = ["title", "about", "summary", "body"]
const KEYWORDS = ["labels", "language", "feed", "source", "item"]
const NUMBERS = ["sort_at", "position"]

/** Reads a document. @throws Error with the cluster's reason */
export const stored = (document: Readonly<Record<string, unknown>>): Stored => {
  const texts: Record<string, ReadonlyArray<string>> = {}
  const keywords: Record<string, ReadonlyArray<string>> = {}
  const numbers: Record<string, number> = {}
  for (const [field, value] of Object.entries(document)) {
    if (TEXTS.includes(field)) texts[field] = String(value).split(/\s+/).filter(Boolean)
    else if (KEYWORDS.includes(field)) keywords[field] = Array.isArray(value) ? value.map(String) : [String(value)]
    else if (NUMBERS.includes(field) && Number.isSafeInteger(value)) numbers[field] = value as number
    else throw new Error(`mapping set to strict, dynamic introduction of [${field}] within [_doc] is not allowed`)
  }
  return { texts, keywords, numbers }
}

type Json = Readonly<Record<string, unknown>>

/** The score of a document, null if it does not match. Supports the clauses that we send, and rejects all others. */
export const scoreOf = (query: unknown, document: Stored): number | null => {
  const [kind, body] = only(query)
  const { texts, keywords, numbers } = document
  switch (kind) {
    case "match_all":
      return 1
    case "term":
    case "terms": {
      const [field, given] = only<{ value: string } & ReadonlyArray<string>>(body)
      const values = kind === "term" ? [given.value] : given
      const own = keywords[field] ?? texts[field]
      if (own === undefined && !known(field)) throw new Error(`no field ${field}`)
      return values.some((value) => own?.includes(value)) ? 1 : null
    }
    case "prefix": {
      const [field, { value }] = only<{ value: string }>(body)
      return texts[field]?.some((term) => term.startsWith(value)) === true ? 1 : null
    }
    case "range": {
      const [field, { gte, lte, lt }] = only<{ gte?: number; lte?: number; lt?: number }>(body)
      const own = numbers[field] ?? Number.NaN
      return own >= (gte ?? -Infinity) && own <= (lte ?? Infinity) && own < (lt ?? Infinity) ? 1 : null
    }
    case "constant_score": {
      const { filter, boost } = body as unknown as { filter: Json; boost: number }
      return scoreOf(filter, document) === null ? null : boost
    }
    case "dis_max": {
      const scores = (body["queries"] as ReadonlyArray<unknown>).map((each) => scoreOf(each, document) ?? -1)
      return Math.max(...scores) < 0 ? null : Math.max(...scores)
    }
    case "bool": {
      refuseOthers(body, ["must", "filter", "must_not"])
      const { must = [], filter = [], must_not = [] } = body as unknown as Record<string, ReadonlyArray<Json>>
      const scores = must.map((each) => scoreOf(each, document))
      const holds = ![...scores, ...filter.map((each) => scoreOf(each, document))].includes(null)
      if (!holds || must_not.some((each) => scoreOf(each, document) !== null)) return null
      return scores.reduce<number>((sum, score) => sum + (score ?? 0), 0)
    }
    case "span_near":
      return spanNear(body, document) ? 1 : null
    case "script_score": {
      const { query: of, script } = body as unknown as { query: Json; script: { source: string; params: Params } }
      if (script.source !== RANK_SCRIPT) throw new Error("compile error")
      const score = scoreOf(of, document)
      const { scale, now, half_life } = script.params
      const age = Math.min(0, (numbers["sort_at"] ?? 0) - now)
      return score === null ? null : Math.round(scale * Math.fround(score) * (1 + 2 ** (age / half_life)))
    }
    default:
      throw new Error(`unknown query [${kind}]`)
  }
}

type Params = { readonly scale: number; readonly now: number; readonly half_life: number }

const known = (field: string) => [...TEXTS, ...KEYWORDS, ...NUMBERS].includes(field)

const only = <A = Json>(value: unknown): readonly [string, A] => {
  const [entry, more] = Object.entries(value as Readonly<Record<string, A>>)
  if (entry === undefined || more !== undefined)
    throw new Error(`malformed query, expected one key: ${JSON.stringify(value)}`)
  return entry
}

const refuseOthers = (value: Json, allowed: ReadonlyArray<string>) => {
  for (const key of Object.keys(value))
    if (!allowed.includes(key)) throw new Error(`[bool] query does not support [${key}]`)
}

/** Terms, prefixes and gaps in sequence, all in one field. */
const spanNear = (body: Json, { texts }: Stored): boolean => {
  const { clauses, slop, in_order } = body as unknown as {
    clauses: ReadonlyArray<Json>
    slop: number
    in_order: boolean
  }
  if (slop !== 0 || in_order !== true || clauses.length < 2) throw new Error("[span_near] not as we send it")
  const fields = new Set<string>()
  let place = 0
  const sought = clauses.flatMap((clause) => {
    const [kind, of] = only(clause)
    if (kind === "span_gap") {
      const [field, width] = only<number>(of)
      fields.add(field)
      place += width
      return []
    }
    const isPrefix = kind === "span_multi"
    const inner = isPrefix ? (of["match"] as Json)["prefix"] : of
    if (!isPrefix && kind !== "span_term") throw new Error(`[span_near] clause [${kind}] is no span query`)
    const [field, { value }] = only<{ value: string }>(inner)
    fields.add(field)
    return [{ value, isPrefix, at: place++ }]
  })
  const [field = "", other] = fields
  if (other !== undefined) throw new Error("Clauses must have same field")
  const terms = texts[field] ?? []
  return terms.some((_, from) =>
    sought.every(({ value, isPrefix, at }) => {
      const term = terms[from + at]
      return isPrefix ? term?.startsWith(value) === true : term === value
    }),
  )
}
