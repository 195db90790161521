import { Replicas, type WrittenMark } from "#core/kernel"
import { parseCookies } from "#src/lib/cookies.ts"
import { processMetrics } from "#src/process/metrics/processMetrics.ts"
import { makeReads, type RequestReads, withReads } from "#src/process/requestReads.ts"
import { webRuntime } from "#src/process/runtime.ts"
import { SESSION_COOKIE } from "./session.ts"

/** What this browser wrote last, so that its next page shows it. Manipulating it only affects its owner. */
export const WRITTEN_COOKIE = "quire_written"
/** The same for callers of the API, in responses and requests. */
export const WRITTEN_HEADER = "x-log-position"
/** Longer than replicas may be behind. */
const WRITTEN_AGE_S = 600

const UNREADABLE = "unknown"
const MARK = /^(\d{1,15})-([0-9a-f]{1,16})$/

export const formatMark = ({ position, lsn }: WrittenMark): string => `${position}-${lsn.toString(16)}`

export const parseMark = (text: string): WrittenMark | null => {
  const [, position, lsn] = MARK.exec(text) ?? []
  return position === undefined || lsn === undefined ? null : { position: Number(position), lsn: BigInt(`0x${lsn}`) }
}

const later = (one: WrittenMark, other: WrittenMark): WrittenMark => {
  const isOlder = one.lsn < other.lsn
  return { position: Math.max(one.position, other.position), lsn: (isOlder ? other : one).lsn }
}

/** Calls that only read; other POST requests may write. */
const QUERY_CALL = /^\/api\/\w+\/(?:Load|List|Search|SimilarFeeds$|LibraryFeeds$|SupporterList$)/
/** They show whether this process and its database work. */
const ABOUT_PROCESS = /^\/(?:readyz|metrics|version\.json)$/

const isQuery = ({ method }: Request, path: string): boolean =>
  method === "GET" || method === "HEAD" || (method === "POST" && QUERY_CALL.test(path))

/**
 * What a request has to find: null if its client wrote nothing lately, "unknown" if it cannot be known. A caller with a
 * bearer token but without cookies has to send the header to read from replicas.
 */
const writtenBy = ({ headers }: Request): WrittenMark | null | "unknown" => {
  const cookies = parseCookies(headers.get("cookie"))
  const given = [headers.get(WRITTEN_HEADER), cookies.get(WRITTEN_COOKIE)].filter((each) => each != null)
  if (given.length === 0) return headers.has("authorization") && !cookies.has(SESSION_COOKIE) ? "unknown" : null
  const marks = given.map(parseMark).filter((mark) => mark !== null)
  return marks.length < given.length ? "unknown" : marks.reduce(later)
}

type CountedReplicas = Replicas["Service"] & { readonly countRead: (server: "replica" | "primary") => void }
const held = globalThis as { quireReplicas?: Promise<CountedReplicas> }

const replicas = (): Promise<CountedReplicas> => {
  held.quireReplicas ??= webRuntime()
    .runPromise(Replicas)
    .then((made) => ({ ...made, countRead: made.isConfigured ? registerMetrics(made) : () => undefined }))
  return held.quireReplicas
}

const registerMetrics = ({ counts, lags }: Replicas["Service"]): CountedReplicas["countRead"] => {
  const registry = processMetrics()
  const count = registry.counter("quire_reads_total", "Requests that only read, by the server that they began on.")
  registry.total("quire_replica_fallbacks_total", "Queries sent again to the primary.", () => counts.fallbacks)
  registry.total("quire_replica_conflicts_total", "Queries that a replica canceled.", () => counts.conflicts)
  registry.gauge("quire_replica_lag_seconds", "How far a standby is behind; 10 if it is that or more, or away.", () =>
    lags().map(([replica, ms]) => [{ replica }, ms / 1_000]),
  )
  return (server) => count({ server })
}

/** Chooses the server for the queries of a request. Null without replicas. */
export const chooseReads = async (request: Request, path: string): Promise<RequestReads | null> => {
  const { isConfigured, choose, countRead } = await replicas()
  if (!isConfigured) return null
  if (!isQuery(request, path) || ABOUT_PROCESS.test(path)) return makeReads(null)
  const written = writtenBy(request)
  const replica = written === "unknown" ? null : await choose(written)
  countRead(replica === null ? "primary" : "replica")
  return makeReads(replica)
}

/** Tells the client what its request wrote. Responses that shared caches may store never say it. */
export const sendMark = async (
  reads: RequestReads | null,
  request: Request,
  path: string,
  { status, headers }: Response,
  isSecure: boolean,
): Promise<void> => {
  if (reads === null || /\bpublic\b|\bs-maxage\b/i.test(headers.get("cache-control") ?? "")) return
  if (!reads.hasWritten && (isQuery(request, path) || status >= 400)) return
  const { mark } = await replicas()
  // What is written stays written if the primary is lost meanwhile. Nothing has passed an unreadable mark.
  const text = await mark().then(formatMark, () => UNREADABLE)
  const attributes = `Path=/; Max-Age=${WRITTEN_AGE_S}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`
  headers.append("set-cookie", `${WRITTEN_COOKIE}=${text}; ${attributes}`)
  if (path.startsWith("/api/")) headers.set(WRITTEN_HEADER, text)
}

/** Runs background checks of this process on a replica, so that they find nothing that pages cannot read there yet. */
export const onReplica = async <A>(work: () => Promise<A>): Promise<A> => {
  const { isConfigured, choose } = await replicas()
  return withReads(isConfigured ? makeReads(await choose(null)) : null, work)
}
