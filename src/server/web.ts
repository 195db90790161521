import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { fileURLToPath } from "node:url"
import compression from "compression"
import { Effect, Layer } from "effect"
import sirv from "sirv"
import { AppConfig, Log, uuidv7 } from "#core/kernel"
import { clientAddressOf } from "./clientAddress.ts"
import { runRole } from "./lifecycle.ts"

/** Requests that are under way get this long to end before their connections are cut. */
const DRAIN_MS_MAX = 10_000
/** Slower senders of headers and bodies are cut off. */
const HEADERS_MS_MAX = 15_000
const REQUEST_MS_MAX = 60_000
const YEAR_SECONDS = 31_536_000

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: Readonly<Record<string, unknown>>,
) => Promise<void>

const dist = (path: string) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

/** The site: files of the build, pages and calls. */
const WebServer = Layer.effectDiscard(
  Effect.gen(function* () {
    const config = yield* AppConfig
    const log = yield* Log
    const { handler } = (yield* Effect.promise(() => import(dist("server/entry.mjs")))) as {
      readonly handler: AstroHandler
    }
    const compress = compression()
    const files = sirv(dist("client"), {
      etag: true,
      setHeaders: (response, path) => {
        response.setHeader("x-content-type-options", "nosniff")
        response.setHeader(
          "cache-control",
          path.startsWith("/_astro/") ? `public, max-age=${YEAR_SECONDS}, immutable` : "public, max-age=3600",
        )
      },
    })

    const server = createServer((request, response) => {
      const correlationId = uuidv7(Date.now())
      const locals = {
        correlationId,
        clientAddress: clientAddressOf(request, config.trustedProxies),
        report: (error: unknown) => log.error({ correlationId, path: request.url, err: error }, "page failed"),
      }
      const failed = (error: unknown) => {
        log.error({ correlationId, path: request.url, err: error }, "request failed")
        if (response.headersSent) response.destroy()
        else
          response
            .writeHead(500, { "content-type": "text/plain; charset=utf-8" })
            .end(`The system is busy, please try again later (${correlationId})`)
      }
      response.once("error", failed)
      compress(request as never, response as never, () =>
        files(request, response, () => {
          handler(request, response, (error) => (error ? failed(error) : response.writeHead(404).end()), locals).catch(
            failed,
          )
        }),
      )
    })
    server.headersTimeout = HEADERS_MS_MAX
    server.requestTimeout = REQUEST_MS_MAX

    yield* Effect.acquireRelease(
      Effect.callback<void, Error>((resume) => {
        server.once("error", (error) => resume(Effect.fail(error)))
        server.listen(config.port, config.host, () => resume(Effect.void))
      }),
      () =>
        Effect.callback<void>((resume) => {
          const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS_MAX)
          server.close(() => {
            clearTimeout(cut)
            resume(Effect.void)
          })
          server.closeIdleConnections()
        }),
    )
    // Pages and calls share a runtime that the build holds; it ends after the last request has been answered.
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => (globalThis as Held).quireRuntime?.dispose() ?? Promise.resolve()),
    )
    log.info({ host: config.host, port: config.port }, "site serving")
  }),
)

type Held = { readonly quireRuntime?: { dispose(): Promise<void> } }

runRole("web", WebServer)
