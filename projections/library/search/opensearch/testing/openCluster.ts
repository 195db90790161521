import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { type Stored, scoreOf, stored } from "./Documents.ts"

type Hit = { readonly id: string; readonly score: number; readonly document: Stored }
type Answer = { readonly status: number; readonly body: object; readonly headers?: Readonly<Record<string, string>> }
type Json = Readonly<Record<string, never>>

export type TestCluster = Awaited<ReturnType<typeof openCluster>>

/**
 * A server with the part of OpenSearch's HTTP interface that we use. Like the real one, it rejects everything else:
 * unknown paths, parameters and clauses, wrong media types, unterminated lines, documents that violate the mapping.
 * Tests can make it busy, failing, or rejecting documents.
 */
export const openCluster = async (auth?: string) => {
  const indexes = new Map<string, { made: Json; settings: Json; documents: Map<string, Stored> }>()
  const seen: Array<string> = []
  const preferences = {
    busy: [] as Array<Answer>,
    refuseItem: (_: string): { status: number; type: string } | null => null,
    itemsMax: 1e9,
  }

  const answerTo = (method: string, url: URL, type: string, text: string): Answer => {
    const [, name = "", action = ""] = url.pathname.split("/")
    const index = indexes.get(name)
    const json = () => {
      if (type !== "application/json") throw { status: 406, reason: `Content-Type header [${type}] is not supported` }
      return JSON.parse(text) as Json
    }
    const parameters = [...url.searchParams].map(([key, value]) => `${key}=${value}`).join("&")
    const requested = `${method} ${action}${parameters === "" ? "" : `?${parameters}`}`
    if (requested === "GET " && name === "")
      return { status: 200, body: { cluster_name: "test", version: { distribution: "opensearch", number: "2.19.1" } } }
    if (requested === "PUT ") {
      if (index !== undefined) throw { status: 400, type: "resource_already_exists_exception", reason: name }
      if (!/^[a-z][a-z0-9_-]*$/.test(name)) throw { status: 400, type: "invalid_index_name_exception", reason: name }
      const made = json()
      if (Object.keys(made).join() !== "aliases,settings,mappings") throw { status: 400, reason: "unknown key" }
      indexes.set(name, { made, settings: {}, documents: new Map() })
      return { status: 200, body: { acknowledged: true, shards_acknowledged: true, index: name } }
    }
    if (requested === "POST _bulk?require_alias=true" || requested === "POST _bulk?require_alias=true&refresh=wait_for")
      return bulk(ofAlias(name), type, text)
    if (index === undefined) throw { status: 404, type: "index_not_found_exception", reason: `no such index [${name}]` }
    switch (requested) {
      case "GET ":
        return { status: 200, body: { [name]: index.made } }
      case "DELETE ":
        indexes.delete(name)
        return { status: 200, body: { acknowledged: true } }
      case "PUT _settings":
        index.settings = json()
        return { status: 200, body: { acknowledged: true } }
      case "POST _refresh":
        return { status: 200, body: { _shards: { total: 2, successful: 1, failed: 0 } } }
      case "POST _count":
        return { status: 200, body: { count: matching(index.documents, json()["query"] as never).length } }
      case "POST _search?allow_partial_search_results=false":
        return search(index.documents, json())
      default:
        throw { status: 400, reason: `request [${requested}] contains unrecognized parameters or no handler is found` }
    }
  }

  const ofAlias = (alias: string) =>
    [...indexes.values()].find(({ made }) => Object.keys(made["aliases"] ?? {}).includes(alias))?.documents ?? null

  const bulk = (documents: Map<string, Stored> | null, type: string, text: string): Answer => {
    if (type !== "application/x-ndjson") throw { status: 406, reason: `Content-Type header [${type}] is not supported` }
    if (!text.endsWith("\n")) throw { status: 400, reason: "The bulk request must be terminated by a newline [\\n]" }
    const lines = text.slice(0, -1).split("\n")
    const items: Array<object> = []
    for (let at = 0; at < lines.length; at += 1) {
      const [[action = "", { _id = "" } = { _id: "" }] = ["", { _id: "" }]] = Object.entries(
        JSON.parse(lines[at] ?? ""),
      ) as Array<[string, { _id: string }]>
      const missing = { status: 404, type: "index_not_found_exception" }
      const refused = documents === null ? missing : preferences.refuseItem(_id)
      const document = action === "index" ? (JSON.parse(lines[++at] ?? "") as Record<string, unknown>) : null
      if (documents === null || refused !== null) {
        items.push({
          [action]: {
            _id,
            status: (refused ?? missing).status,
            error: { type: (refused ?? missing).type, reason: "as requested" },
          },
        })
      } else if (action === "delete") {
        items.push({ delete: { _id, status: documents.delete(_id) ? 200 : 404, result: "deleted" } })
      } else if (action === "index" && document !== null) {
        try {
          const status = documents.has(_id) ? 200 : 201
          documents.set(_id, stored(document))
          items.push({ index: { _id, status, result: "created" } })
        } catch (error) {
          const reason = (error as Error).message
          items.push({ index: { _id, status: 400, error: { type: "strict_dynamic_mapping_exception", reason } } })
        }
      } else throw { status: 400, reason: `Malformed action/metadata line [${at + 1}]` }
    }
    if (items.length > preferences.itemsMax) return { status: 413, body: {} }
    return {
      status: 200,
      body: { took: 1, errors: items.some((item) => JSON.stringify(item).includes('"error"')), items },
    }
  }

  const search = (documents: Map<string, Stored>, body: Json): Answer => {
    const allowed = ["size", "_source", "track_total_hits", "query", "sort", "search_after", "aggs"]
    for (const key of Object.keys(body))
      if (!allowed.includes(key)) throw { status: 400, reason: `Unknown key [${key}]` }
    const {
      size,
      track_total_hits: tracked,
      sort = [],
      search_after: after,
      query,
      aggs,
    } = body as unknown as SearchBody
    if (size > 10_000) throw { status: 400, reason: "Result window is too large" }
    const fields = sort.map((each) => Object.keys(each)[0] ?? "")
    const keysOf = (hit: Hit) =>
      fields.map((field) =>
        field === "_score" ? hit.score : (hit.document.numbers[field] ?? hit.document.keywords[field]?.[0] ?? ""),
      )
    if (after !== undefined && after.length !== fields.length)
      throw { status: 400, reason: "search_after has other keys than sort" }
    const hits = matching(documents, query)
    const ordered = hits
      .map((hit) => ({ hit, keys: keysOf(hit) }))
      .sort((one, other) => descending(one.keys, other.keys))
    const shown = ordered.filter(({ keys }) => after === undefined || descending(after, keys) < 0).slice(0, size)
    const total =
      tracked === false
        ? {}
        : { total: { value: tracked === true ? hits.length : Math.min(hits.length, tracked), relation: "eq" } }
    const aggregations = Object.fromEntries(
      Object.entries(aggs ?? {}).map(([name, { terms }]) => [
        name,
        { buckets: bucketsOf(hits, terms.field).slice(0, terms.size) },
      ]),
    )
    return {
      status: 200,
      body: {
        took: 1,
        timed_out: false,
        _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
        hits: {
          ...total,
          max_score: null,
          hits: shown.map(({ hit, keys }) => ({ _index: "i", _id: hit.id, _score: null, sort: keys })),
        },
        ...(aggs === undefined ? {} : { aggregations }),
      },
    }
  }

  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const url = new URL(request.url ?? "", "http://cluster")
    seen.push(`${request.method} ${url.pathname}`)
    const answer =
      preferences.busy.shift() ??
      guarded(() => {
        const basic = `Basic ${Buffer.from(auth ?? "").toString("base64")}`
        if (auth !== undefined && request.headers.authorization !== basic)
          return { status: 401, body: { error: "Unauthorized" } }
        return answerTo(request.method ?? "", url, request.headers["content-type"] ?? "", text)
      })
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    indexes,
    seen,
    wishes: preferences,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

type SearchBody = {
  readonly size: number
  readonly track_total_hits: boolean | number
  readonly sort?: ReadonlyArray<object>
  readonly search_after?: ReadonlyArray<number | string>
  readonly query: Json
  readonly aggs?: Readonly<Record<string, { readonly terms: { readonly field: string; readonly size: number } }>>
}

const guarded = (work: () => Answer): Answer => {
  try {
    return work()
  } catch (thrown) {
    const { status = 400, type = "illegal_argument_exception", reason, message } = thrown as Record<string, never>
    return { status, body: { error: { type, reason: reason ?? message }, status } }
  }
}

const matching = (documents: ReadonlyMap<string, Stored>, query: Json): ReadonlyArray<Hit> =>
  [...documents].flatMap(([id, document]) => {
    const score = scoreOf(query, document)
    return score === null ? [] : [{ id, score, document }]
  })

const bucketsOf = (hits: ReadonlyArray<Hit>, field: string) => {
  const counts = new Map<string, number>()
  for (const { document } of hits)
    for (const key of document.keywords[field] ?? []) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts]
    .map(([key, doc_count]) => ({ key, doc_count }))
    .sort((one, other) => other.doc_count - one.doc_count || (one.key < other.key ? -1 : 1))
}

const descending = (one: ReadonlyArray<number | string>, other: ReadonlyArray<number | string>): number => {
  for (const [at, key] of one.entries()) {
    const against = other[at] ?? ""
    if (key !== against) return key > against ? -1 : 1
  }
  return 0
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
