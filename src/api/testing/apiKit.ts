import { createHash } from "node:crypto"
import { Effect, Layer, ManagedRuntime } from "effect"
import { AccountsLayer, type Member } from "#core/accounts"
import { Channels } from "#core/channels"
import { Entitlements } from "#core/chat"
import { ANY_VERSION, AppConfig, EventStore, Hints, PostgresEventStore, Sealing, Sql, uuidv7 } from "#core/kernel"
import { AttachableMedia, Autosaves, Comments, Posts } from "#core/publishing"
import { commentRecordsLayer, openPostsLayer } from "#projections/publishing"
import { decodeEvent, ProjectionRunner, prepareProjections, waitFor } from "#projections/runner"
import type { Locale } from "#src/i18n/index.ts"
import { parseCookies } from "#src/lib/cookies.ts"
import { run, WebLayer } from "#src/process/runtime.ts"
import { findVisitor, readTokens, SESSION_COOKIE } from "#src/web/session.ts"
import { CHEAP_PASSWORDS, openPeople, TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { projections } from "../../../projections/registry.ts"
import { eraseAccountReactor } from "../../worker/reactors/eraseAccount.ts"
import { erasePostsReactor } from "../../worker/reactors/erasePosts.ts"
import { forgetChannelsReactor } from "../../worker/reactors/forgetChannels.ts"
import { forgetCommentsReactor } from "../../worker/reactors/forgetComments.ts"
import { description } from "../describe.ts"
import { handleCall } from "../handler.ts"
import { findMismatches } from "./mismatches.ts"

const MASTER_KEY = TEST_MASTER_KEY
/** How long a call waits for read models; long, because they always catch up in tests. */
const SEEN_MS_MAX = 30_000

/**
 * All calls on a real database as in a web process, with a projection runner as in the worker. The environment and the
 * runtime of the process belong to the test file: one kit per file.
 */
export const makeApiKit = async ({ url, allowPrivate = [], env = {} }: ApiKitOptions) => {
  const outer = { ...process.env }
  Object.assign(process.env, CHEAP_PASSWORDS, { READ_YOUR_WRITES_MS: String(SEEN_MS_MAX) }, env, {
    DATABASE_URL: url,
    MASTER_KEY,
    ALLOW_PRIVATE_FETCH: allowPrivate.join(","),
    DEMO: "false",
    LOG_LEVEL: "silent",
  })
  const kernel = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Buffer.from(MASTER_KEY, "hex")))),
    Layer.provideMerge(Sql.layer(url)),
  )
  const worker = ManagedRuntime.make(
    Layer.unwrap(
      Effect.map(
        Effect.all([eraseAccountReactor, forgetChannelsReactor, erasePostsReactor, forgetCommentsReactor]),
        (reactors) => ProjectionRunner.layer({ projections, reactors, log: () => undefined }),
      ),
    ).pipe(
      Layer.provide(Autosaves.layer.pipe(Layer.provideMerge(Posts.layer), Layer.provide(AttachableMedia.layerNone))),
      Layer.provide(Comments.layer.pipe(Layer.provide([openPostsLayer, commentRecordsLayer, Entitlements.layer]))),
      Layer.provide(Channels.layer),
      Layer.provideMerge(AccountsLayer),
      Layer.provideMerge(kernel),
      Layer.provideMerge(AppConfig.layer),
    ),
  )
  const sql = await ManagedRuntime.make(kernel).runPromise(
    Effect.gen(function* () {
      const { client } = yield* Sql
      const sealing = yield* Sealing
      const decode = (projection: Parameters<typeof decodeEvent>[0], event: Parameters<typeof decodeEvent>[2]) =>
        decodeEvent(projection, sealing, event)
      yield* Effect.promise(() => prepareProjections(client, projections, { decode }))
      return client
    }),
  )
  await worker.runPromise(Effect.asVoid(ProjectionRunner))
  const web = globalThis as { quireRuntime?: { dispose(): Promise<void> } }
  web.quireRuntime = ManagedRuntime.make(WebLayer)
  let callers = 0
  const people = openPeople({ url })

  /**
   * Sends a request from a new address unless `address` is given: as a guest, as a signed-in person known only by
   * `userCode`, or as the person of the request's tokens.
   */
  const send = async (
    path: string,
    init: RequestInit & { address?: string; locale?: Locale; userCode?: string; token?: string } = {},
  ) => {
    const { address = `test ${callers++}`, locale = "en", userCode, token, ...rest } = init
    const request = new Request(`http://quire.test${path}`, rest)
    if (token !== undefined) request.headers.set("authorization", `Bearer ${token}`)
    const cookie = parseCookies(request.headers.get("cookie")).get(SESSION_COOKIE)
    const visitor = await run(findVisitor(readTokens(request, path, cookie), address))
    const correlationId = "01890000-0000-7000-8000-000000000001"
    const response = await handleCall(request, {
      address,
      locale,
      correlationId,
      member: userCode === undefined ? visitor.member : memberNamed(userCode),
      hasBadToken: visitor.hasBadToken,
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const body = jsonOf(text) as Envelope
    const { status, headers } = response
    if (headers.get("content-type")?.includes("json")) compare(request, status, body)
    return { status, headers, bytes, text, body }
  }

  /** Appends an event like another process, and waits until the read models have it. */
  const notify = async (category: string, id: string, type: string, data: object) => {
    const event = { eventId: uuidv7(Date.now()), type, data }
    const commandId = uuidv7(Date.now())
    const meta = { commandId, correlationId: commandId, causationId: commandId, actor: "test" }
    const append = EventStore.use((store) =>
      store.append({ ...meta, streams: [{ stream: `${category}${id}`, expected: ANY_VERSION, events: [event] }] }),
    )
    const { position } = await worker.runPromise(append)
    for (const { name } of projections)
      if (!(await worker.runPromise(waitFor(name, position, SEEN_MS_MAX))))
        throw new Error(`${name} does not come to ${position}`)
  }

  return {
    sql,
    /** Creates signed-in people; call with their `token`. */
    people,
    send,
    notify,
    get: (path: string, init: Parameters<typeof send>[1] = {}) => send(path, init),
    post: (path: string, body: unknown, init: Parameters<typeof send>[1] = {}) =>
      send(path, {
        method: "POST",
        ...init,
        headers: { "content-type": "application/json", ...init.headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    close: async () => {
      await people.close()
      await worker.dispose()
      await web.quireRuntime?.dispose()
      await sql.end()
      // The next file in this process creates its own.
      for (const key of Object.keys(globalThis).filter((name) => name.startsWith("quire")))
        Reflect.deleteProperty(globalThis, key)
      for (const key of Object.keys(process.env)) if (!(key in outer)) Reflect.deleteProperty(process.env, key)
      Object.assign(process.env, outer)
    },
  }
}
export type ApiKit = Awaited<ReturnType<typeof makeApiKit>>

type Envelope = {
  readonly status: boolean
  readonly message: string
  // The type differs by call; tests check the fields they need.
  readonly data: Readonly<Record<string, unknown>> & ReadonlyArray<unknown>
  readonly errors?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly retryAfterSeconds?: number
}

/** Every response, including refusals, must match the description. */
const compare = (request: Request, status: number, body: unknown): void => {
  const { paths, components } = description()
  const { pathname } = new URL(request.url)
  const schema =
    paths[pathname]?.[request.method.toLowerCase()]?.responses[status]?.content?.["application/json"]?.schema
  const wrong = schema === undefined ? [] : findMismatches(body, schema, components.schemas)
  if (wrong.length > 0) throw new Error(`${pathname} answers ${status} otherwise than described: ${wrong.join("; ")}`)
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A signed-in person, known by the user code only. */
const memberNamed = (userCode: string): Member => ({
  sessionId: "01890000-0000-7000-8000-0000000000aa",
  personId: uuidOf(userCode),
  userCode,
  channelCode: null,
  displayName: userCode,
  userName: null,
  headerImage: null,
  locale: "en",
  preferences: {},
  credited: false,
  isSecondStepPending: false,
  seenMs: 0,
  rotatedMs: 0,
})

/** The same person for the same code. */
const uuidOf = (text: string): string => {
  const hex = createHash("sha256").update(text).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type ApiKitOptions = {
  readonly url: string
  readonly allowPrivate?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}
