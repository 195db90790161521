import { Agent, errors, request } from "undici"

/** Address and credentials of a cluster. */
export type ClusterOptions = { readonly url: string; readonly auth?: string | undefined }

/** A response with any status below 500 except 429; the caller interprets it. */
export type ClusterAnswer = { readonly status: number; readonly body: unknown }

/** The cluster is unreachable, busy or failing; a retry may succeed. */
export class ClusterTrouble extends Error {}

/** The cluster rejected the request; a retry would fail again. */
export class ClusterRefusal extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(`status ${status}: ${reason}`)
    this.status = status
  }
}

const CONNECT_MS = 3_000
const ANSWER_MS = 30_000
/** Bytes of one response. */
const ANSWER_BYTES_MAX = 50_000_000
const REASON_LENGTH_MAX = 500
/** Delays between attempts in milliseconds; Retry-After is respected up to the last one. */
const WAITS_MS = [100, 400, 1_600]

/** HTTP client for OpenSearch. Busy (429, 502, 503, 504) and unreachable clusters are retried up to three times. */
export class Cluster {
  private readonly url: string
  private readonly headers: Readonly<Record<string, string>>
  private readonly agent = new Agent({ connect: { timeout: CONNECT_MS } })

  constructor({ url, auth }: ClusterOptions) {
    this.url = url.replace(/\/+$/, "")
    const basic = auth === undefined ? {} : { authorization: `Basic ${Buffer.from(auth).toString("base64")}` }
    this.headers = { accept: "application/json", ...basic }
  }

  /** @throws ClusterTrouble, and ClusterRefusal for a status of 400 or more that is not expected */
  async request(
    method: Method,
    path: string,
    body?: object,
    meant: ReadonlyArray<number> = [],
  ): Promise<ClusterAnswer> {
    return await this.again(method, path, body === undefined ? null : JSON.stringify(body), JSON_TYPE, meant)
  }

  /** Lines of JSON for _bulk. */
  async sendLines(path: string, lines: ReadonlyArray<string>): Promise<ClusterAnswer> {
    return await this.again("POST", path, `${lines.join("\n")}\n`, LINES_TYPE, [])
  }

  async close(): Promise<void> {
    await this.agent.close()
  }

  private async again(method: Method, path: string, body: string | null, type: string, meant: ReadonlyArray<number>) {
    for (let attempt = 0; ; attempt += 1) {
      const wait = WAITS_MS[attempt]
      try {
        const { status, body: answer, retryAfterMs } = await this.once(method, path, body, type)
        if (!BUSY.includes(status)) {
          if (status < 400 || meant.includes(status)) return { status, body: answer }
          if (status < 500) throw new ClusterRefusal(status, reasonOf(answer))
        }
        if (wait === undefined || status === 500) throw new ClusterTrouble(`status ${status}: ${reasonOf(answer)}`)
        await pause(Math.min(Math.max(wait, retryAfterMs), WAITS_MS.at(-1) ?? 0))
      } catch (error) {
        if (!(error instanceof errors.UndiciError) && !isNetwork(error)) throw error
        if (wait === undefined) throw new ClusterTrouble(messageOf(error))
        await pause(wait)
      }
    }
  }

  private async once(method: Method, path: string, body: string | null, type: string) {
    const answer = await request(this.url + path, {
      dispatcher: this.agent,
      method,
      headers: { ...this.headers, ...(body === null ? {} : { "content-type": type }) },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const retryAfterMs = Number(answer.headers["retry-after"] ?? 0) * 1_000 || 0
    return { status: answer.statusCode, body: parsed(await textOf(answer.body)), retryAfterMs }
  }
}

type Method = "GET" | "PUT" | "POST" | "DELETE"
const JSON_TYPE = "application/json"
const LINES_TYPE = "application/x-ndjson"
const BUSY: ReadonlyArray<number> = [429, 502, 503, 504]

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new ClusterTrouble(`more than ${ANSWER_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** A response that is not JSON comes from a proxy in front of the cluster. */
const parsed = (text: string): unknown => {
  try {
    return text === "" ? {} : JSON.parse(text)
  } catch {
    return { error: { type: "no_json", reason: text } }
  }
}

const reasonOf = (body: unknown): string => {
  const { error } = (body ?? {}) as { readonly error?: unknown }
  const { type, reason } = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>
  const said = type === undefined ? JSON.stringify(error ?? body) : `${String(type)}: ${String(reason)}`
  return said.slice(0, REASON_LENGTH_MAX)
}

const isNetwork = (error: unknown): boolean =>
  error instanceof Error && (error.name === "TimeoutError" || typeof (error as NodeJS.ErrnoException).code === "string")

const messageOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error))
