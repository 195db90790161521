import { Data, Effect, Result, Schema, type Scope } from "effect"
import { Pool } from "undici"
import type { ChainName } from "../networks.ts"
import { ChainUnavailable } from "../refusals.ts"

/** A JSON number that is not a safe integer, as its own digits. */
const SAFE_INTEGER = /^-?(0|[1-9]\d{0,14})$/

/**
 * Parses JSON without loss of precision: integers of up to 15 digits stay numbers, all other numbers become strings as
 * written (`0.10000000`, `1e-8`), to be parsed digit by digit. No amount is ever a floating-point number.
 * @throws SyntaxError
 */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text, exact as (key: string, value: unknown) => unknown)

/** The third argument of a reviver: the number as it was written. */
interface JsonSource {
  readonly source?: string
}

const exact = (_key: string, value: unknown, { source }: JsonSource): unknown =>
  typeof value === "number" && source !== undefined && !SAFE_INTEGER.test(source) ? source : value

/** The node understood the call and refused it. */
export class RpcRefused extends Data.TaggedError("RpcRefused")<{ readonly code: number; readonly message: string }> {}

export interface RpcPlace {
  readonly chain: ChainName
  /** Such as http://user:password@127.0.0.1:9332; the client sets the path. */
  readonly url: string
}

export interface Call {
  readonly method: string
  readonly params: ReadonlyArray<unknown>
  /** The node's wallet to use; absent for calls about the chain. */
  readonly wallet?: string
  /** Milliseconds until the response begins; only scans of a whole chain need more than the default. */
  readonly within_ms?: number
}

/** JSON-RPC over HTTP with basic authentication, as nodes of the Bitcoin Core family implement it. */
export interface RpcClient {
  /** Sends one call. A refusal of the node is returned as it is; every other failure makes the chain unavailable. */
  call<A>(schema: Schema.Codec<A, unknown>, call: Call): Effect.Effect<A, RpcRefused | ChainUnavailable>
  /** Sends many calls in few requests; the results are in the order of the parameters. */
  callAll<A>(
    schema: Schema.Codec<A, unknown>,
    call: Omit<Call, "params">,
    params: ReadonlyArray<ReadonlyArray<unknown>>,
  ): Effect.Effect<ReadonlyArray<Result.Result<A, RpcRefused>>, ChainUnavailable>
}

const CONNECTIONS_MAX = 4
const WITHIN_MS = 30_000
/** Idle timeout within a response. */
const SILENT_MS_MAX = 30_000
/** Maximum bytes of a response: more than ANSWER_ROWS_MAX rows need. */
const ANSWER_BYTES_MAX = 256_000_000
/** Calls in one request: nodes execute them in sequence and limit the size of a request. */
const BATCH_MAX = 200

/** Error codes (Bitcoin Core, src/rpc/protocol.h) that mean a temporary problem, not a refusal. */
const IN_WARMUP = -28
const INITIAL_DOWNLOAD = -10
const NOT_CONNECTED = -9

const Reply = Schema.Struct({
  id: Schema.Int,
  result: Schema.optional(Schema.Unknown),
  error: Schema.optional(Schema.NullOr(Schema.Struct({ code: Schema.Int, message: Schema.String }))),
})
type Reply = typeof Reply.Type
const decodeReply = Schema.decodeUnknownResult(Reply)
const decodeReplies = Schema.decodeUnknownResult(Schema.Array(Reply))

export const makeRpcClient = ({ chain, url }: RpcPlace): Effect.Effect<RpcClient, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Pool(new URL(url).origin, { connections: CONNECTIONS_MAX })),
      (pool) => Effect.promise(() => pool.destroy()),
    ),
    (pool) => clientOf(chain, pool, authorization(new URL(url))),
  )

const authorization = ({ username, password }: URL): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`

function clientOf(chain: ChainName, pool: Pool, authorized: string): RpcClient {
  const away = (reason: ChainUnavailable["reason"], detail: string) => new ChainUnavailable({ chain, reason, detail })

  const post = (body: unknown, { method, wallet, within_ms = WITHIN_MS }: Omit<Call, "params">) =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await pool.request({
          method: "POST",
          path: wallet === undefined ? "/" : `/wallet/${encodeURIComponent(wallet)}`,
          // JSON-RPC 1: a refused single call has status 500 and a body with the reason.
          headers: { authorization: authorized, "content-type": "application/json" },
          body: JSON.stringify(body),
          headersTimeout: within_ms,
          bodyTimeout: SILENT_MS_MAX,
          signal,
        })
        return { status: response.statusCode, text: await textOf(response.body) }
      },
      catch: (error) =>
        error instanceof TooMuch
          ? away("tooMuch", `${method} answered more than ${ANSWER_BYTES_MAX} bytes`)
          : away("unreachable", `${method}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`),
    }).pipe(
      Effect.flatMap(({ status, text }) => {
        if (status === 401 || status === 403) return Effect.fail(away("forbidden", `${method}: status ${status}`))
        if (status === 503) return Effect.fail(away("busy", `${method}: status ${status}`))
        return Effect.try({
          try: () => parseExactly(text),
          catch: () => away("strange", `${method}: status ${status} and no JSON`),
        })
      }),
    )

  const settle = <A>(
    schema: Schema.Codec<A, unknown>,
    method: string,
    { result, error }: Reply,
  ): Effect.Effect<Result.Result<A, RpcRefused>, ChainUnavailable> => {
    if (error?.code === IN_WARMUP || error?.code === INITIAL_DOWNLOAD || error?.code === NOT_CONNECTED) {
      return Effect.fail(away("syncing", `${method}: ${error.message}`))
    }
    if (error) return Effect.succeed(Result.fail(new RpcRefused(error)))
    const decoded = Schema.decodeUnknownResult(schema)(result)
    return Result.isSuccess(decoded)
      ? Effect.succeed(Result.succeed(decoded.success))
      : Effect.fail(away("strange", `${method}: ${decoded.failure.message}`))
  }

  const requestOf = (id: number, method: string, params: ReadonlyArray<unknown>) => ({
    jsonrpc: "1.0",
    id,
    method,
    params,
  })

  return {
    call: Effect.fn("RpcClient.call")(function* (schema, { params, ...call }) {
      const reply = decodeReply(yield* post(requestOf(0, call.method, params), call))
      if (Result.isFailure(reply)) return yield* away("strange", `${call.method}: ${reply.failure.message}`)
      return yield* Effect.flatMap(settle(schema, call.method, reply.success), Effect.fromResult)
    }),
    callAll: Effect.fn("RpcClient.callAll")(function* (schema, call, params) {
      const settled = []
      for (let from = 0; from < params.length; from += BATCH_MAX) {
        const part = params.slice(from, from + BATCH_MAX)
        const body = part.map((each, index) => requestOf(index, call.method, each))
        const replies = decodeReplies(yield* post(body, call))
        if (Result.isFailure(replies)) return yield* away("strange", `${call.method}: ${replies.failure.message}`)
        const byId = new Map(replies.success.map((reply) => [reply.id, reply]))
        for (const index of part.keys()) {
          const reply = byId.get(index)
          if (reply === undefined) return yield* away("strange", `${call.method}: an answer is missing`)
          settled.push(yield* settle(schema, call.method, reply))
        }
      }
      return settled
    }),
  }
}

class TooMuch extends Error {}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > ANSWER_BYTES_MAX) throw new TooMuch()
    parts.push(part)
  }
  return Buffer.concat(parts).toString("utf8")
}
