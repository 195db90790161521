import { Schema } from "effect"
import { Agent, errors, request } from "undici"
import { EngineError } from "./Engine.ts"

const CONNECT_MS = 5_000
/** A model on a slow machine takes long until its first word. */
const HEADERS_MS = 120_000
const IDLE_MS = 120_000
/** Bytes of one answer. */
const ANSWER_BYTES_MAX = 2_000_000
const DETAIL_LENGTH_MAX = 300

/**
 * HTTP client for engines. Operators choose their addresses, which may be local, so the guard for foreign addresses
 * does not apply.
 */
const agent = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: HEADERS_MS, bodyTimeout: IDLE_MS })

export type EngineAnswer = { readonly type: string; readonly body: AsyncGenerator<Uint8Array> }

/** Sends a request and returns the response once it begins. @throws EngineError on an error status */
export const askEngine = async (
  url: string,
  { key, body, signal }: { readonly key?: string | undefined; readonly body?: object; readonly signal: AbortSignal },
): Promise<EngineAnswer> => {
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json, text/event-stream",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    })
    const type = String(answer.headers["content-type"] ?? "")
    if (answer.statusCode === 200) return { type, body: bounded(answer.body) }
    throw new EngineError(
      `status ${answer.statusCode}: ${await textOf(bounded(answer.body))}`.slice(0, DETAIL_LENGTH_MAX),
    )
  } catch (error) {
    throw asEngineError(error)
  }
}

/** The whole response as JSON. @throws EngineError if it is not JSON */
export const jsonOf = async (body: AsyncIterable<Uint8Array>): Promise<unknown> => {
  const text = await textOf(body)
  try {
    return JSON.parse(text)
  } catch {
    throw new EngineError(`not JSON: ${text.slice(0, DETAIL_LENGTH_MAX)}`)
  }
}

/** A response in the shape of its protocol. @throws EngineError if it has another shape */
export const decodeAnswer = <A>(schema: Schema.Codec<A, unknown>, value: unknown): A => {
  try {
    return Schema.decodeUnknownSync(schema)(value)
  } catch {
    throw new EngineError("an answer that is not of the protocol")
  }
}

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > ANSWER_BYTES_MAX) throw new EngineError(`more than ${ANSWER_BYTES_MAX} bytes`)
      yield chunk
    }
  } catch (error) {
    throw asEngineError(error)
  }
}

const asEngineError = (error: unknown): unknown => {
  if (error instanceof EngineError) return error
  const { code } = error as { readonly code?: unknown }
  return error instanceof errors.UndiciError || typeof code === "string"
    ? new EngineError(error instanceof Error ? error.message : String(code))
    : error
}
