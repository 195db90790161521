import { Schema } from "effect"
import { Agent, errors, request } from "undici"
import { EngineError } from "./Engine.ts"

const CONNECT_MS = 5_000
/** A model on a slow machine thinks for a while before its first word. */
const HEADERS_MS = 120_000
const IDLE_MS = 120_000
/** Bytes of one answer of an engine. */
const ANSWER_BYTES_MAX = 2_000_000
const DETAIL_LENGTH_MAX = 300

/**
 * The way to engines, which the operator chose and which may well be on this machine: without the guard that strangers'
 * addresses meet.
 */
const agent = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: HEADERS_MS, bodyTimeout: IDLE_MS })

export type EngineAnswer = { readonly type: string; readonly body: AsyncGenerator<Uint8Array> }

/** Asks an engine; answers what it begins to say. @throws EngineError unless the answer is a good one */
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

/** The whole of an answer as JSON. @throws EngineError where it is none */
export const jsonOf = async (body: AsyncIterable<Uint8Array>): Promise<unknown> => {
  const text = await textOf(body)
  try {
    return JSON.parse(text)
  } catch {
    throw new EngineError(`not JSON: ${text.slice(0, DETAIL_LENGTH_MAX)}`)
  }
}

/** What an engine says in the shape of its protocol. @throws EngineError where it has another one */
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
