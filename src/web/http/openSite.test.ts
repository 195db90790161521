import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { Registry } from "../../process/metrics/Registry.ts"
import { enterDraining, enterServing } from "../../process/phase.ts"
import { openSite, PIPELINED_MAX, type Site, type SiteHandler, type SiteOptions } from "./openSite.ts"

let files: string
let site: Site
let registry: Registry
let lines: Array<{ readonly level: string; readonly message: string; readonly fields: Record<string, unknown> }>
let handler: SiteHandler
let seen: Array<Readonly<Record<string, unknown>>>

const SCRIPT = "console.log(1)\n".repeat(500)

beforeAll(() => {
  files = mkdtempSync(join(tmpdir(), "quire-site-"))
  mkdirSync(join(files, "_astro"))
  writeFileSync(join(files, "_astro", "page.js"), SCRIPT)
  writeFileSync(join(files, "app.js"), SCRIPT)
  writeFileSync(join(files, "app.js.br"), brotliCompressSync(SCRIPT))
  writeFileSync(join(files, "app.js.gz"), gzipSync(SCRIPT))
  writeFileSync(join(files, "robots.txt"), "User-agent: *\n")
  writeFileSync(join(files, "sw.js"), SCRIPT)
  writeFileSync(join(files, "..", "secret-of-quire.txt"), "secret")
})
afterAll(() => {
  rmSync(files, { recursive: true })
  rmSync(join(files, "..", "secret-of-quire.txt"))
})

const open = (more: Partial<SiteOptions> = {}) =>
  openSite({
    handler: (request, response, next, locals) => {
      seen.push(locals)
      return handler(request, response, next, locals)
    },
    files,
    host: "127.0.0.1",
    port: 0,
    measure: { token: undefined, isLocal: true },
    trustedProxies: 0,
    registry,
    log: {
      debug: (fields, message) => void lines.push({ level: "debug", message, fields: { ...fields } }),
      info: (fields, message) => void lines.push({ level: "info", message, fields: { ...fields } }),
      warn: (fields, message) => void lines.push({ level: "warn", message, fields: { ...fields } }),
      error: (fields, message) => void lines.push({ level: "error", message, fields: { ...fields } }),
    },
    now: Date.now,
    ...more,
  })

beforeEach(async () => {
  registry = new Registry()
  lines = []
  seen = []
  handler = async (_, response) => void response.end("a page")
  site = await open()
})
afterEach(() => site.close())

const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${site.port}${path}`, init)
const errors = () => lines.filter(({ level }) => level === "error")

/** Sends a raw request; returns everything received until the connection ended. */
const raw = async (
  text: string,
  more: (socket: ReturnType<typeof connect>) => void = () => undefined,
): Promise<string> => {
  const socket = connect(site.port, "127.0.0.1")
  let answer = ""
  socket.on("data", (data) => {
    answer += data
  })
  socket.on("error", () => undefined)
  socket.write(text)
  more(socket)
  await once(socket, "close")
  return answer
}

describe("files of the build", () => {
  it("are cached permanently if their name contains their version, and have validators", async () => {
    const response = await get("/_astro/page.js")
    expect(await response.text()).toBe(SCRIPT)
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    const again = await get("/_astro/page.js", { headers: { "if-none-match": response.headers.get("etag") ?? "" } })
    expect(again.status).toBe(304)
    expect((await get("/robots.txt")).headers.get("cache-control")).toBe("public, max-age=3600")
    // Browsers check the service worker for updates every time.
    expect((await get("/sw.js")).headers.get("cache-control")).toBe("no-cache")
  })

  it("are compressed, but ranges are not", async () => {
    const compressed = await get("/_astro/page.js", { headers: { "accept-encoding": "gzip" } })
    expect(compressed.headers.get("content-encoding")).toBe("gzip")
    expect(await compressed.text()).toBe(SCRIPT)
    const part = await get("/_astro/page.js", { headers: { range: "bytes=8-11", "accept-encoding": "gzip" } })
    expect(part.status).toBe(206)
    expect(part.headers.get("content-range")).toBe(`bytes 8-11/${SCRIPT.length}`)
    expect(part.headers.get("content-encoding")).toBeNull()
    expect(await part.text()).toBe(SCRIPT.slice(8, 12))
    expect((await get("/_astro/page.js", { headers: { range: "bytes=99999-" } })).status).toBe(416)
  })

  it("that are stored compressed are sent so, but not their ranges", async () => {
    const bytes = async (encoding: string, more = {}) => {
      const answer = await get("/app.js", { headers: { "accept-encoding": encoding, ...more } })
      return [answer.status, answer.headers.get("content-encoding"), await answer.text()]
    }
    expect(await bytes("gzip, deflate, br")).toEqual([200, "br", SCRIPT])
    expect(await bytes("gzip")).toEqual([200, "gzip", SCRIPT])
    expect(await bytes("identity")).toEqual([200, null, SCRIPT])
    expect(await bytes("br", { range: "bytes=8-11" })).toEqual([206, null, SCRIPT.slice(8, 12)])
    const { headers } = await get("/app.js", { headers: { "accept-encoding": "br" } })
    expect([headers.get("vary"), headers.get("content-type")]).toEqual(["Accept-Encoding", "text/javascript"])
  })

  it("answer HEAD", async () => {
    const head = await get("/_astro/page.js", { method: "HEAD" })
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(SCRIPT.length),
      "",
    ])
  })

  it.each([
    "/../secret-of-quire.txt",
    "/..%2fsecret-of-quire.txt",
    "/_astro/..%2f..%2fsecret-of-quire.txt",
    "/%2e%2e/secret-of-quire.txt",
    "/..\\secret-of-quire.txt",
  ])("are never served from outside their directory: %s", async (path) =>
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).not.toContain("secret\n"),
  )
})

describe("pages and calls", () => {
  it("get the caller's address and the correlation id", async () => {
    await get("/")
    expect(seen[0]).toMatchObject({
      clientAddress: "127.0.0.1",
      mayMeasure: true,
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    await site.close()
    site = await open({ measure: { token: undefined, isLocal: false }, trustedProxies: 1 })
    await get("/", { headers: { "x-forwarded-for": "203.0.113.9, 192.0.2.1" } })
    expect(seen[1]).toMatchObject({ clientAddress: "192.0.2.1", mayMeasure: false })
  })

  it("do not include the framework's image service", async () => {
    const paths = ["/_image?href=/favicon.svg&f=svg", "/_image/"]
    for (const path of paths) expect((await get(path)).status).toBe(404)
    expect(seen).toEqual([])
  })

  it("warn once if a proxy forwards client addresses and none is trusted", async () => {
    for (const path of ["/", "/one"]) await get(path, { headers: { "x-forwarded-for": "203.0.113.9" } })
    expect(seen[1]).toMatchObject({ clientAddress: "127.0.0.1" })
    expect(lines.filter(({ level }) => level === "warn").map(({ message }) => message)).toEqual([
      expect.stringContaining("TRUSTED_PROXIES is 0"),
    ])
  })

  it("are logged without the query, which may contain sign-in codes", async () => {
    handler = async () => Promise.reject(new Error("broken inside"))
    await get("/signin?link=secret-code")
    await expect.poll(() => lines.filter(({ message }) => message.startsWith("request"))).toHaveLength(2)
    expect(lines.map(({ fields }) => fields["path"])).toEqual(["/signin", "/signin"])
    expect(JSON.stringify(lines)).not.toContain("secret-code")
  })

  it.each([
    ["a rejection", async () => Promise.reject(new Error("broken inside"))],
    [
      "an error for the next handler",
      async (_: unknown, __: unknown, next: (error: Error) => void) => next(new Error("broken inside")),
    ],
  ])("that fail by %s return 500 with only the id of their log entry", async (_, failing) => {
    handler = failing as SiteHandler
    const page = await get("/page")
    const text = await page.text()
    expect(page.status).toBe(500)
    expect(text).toBe(`The system is busy, please try again later (${page.headers.get("x-correlation-id")})`)
    const call = await get("/api/Feed/PreviewFeed?a=1")
    expect(await call.json()).toEqual({
      status: false,
      message: `API request error: /api/Feed/PreviewFeed (${call.headers.get("x-correlation-id")})`,
      data: null,
    })
    expect(errors().map(({ fields }) => fields["correlationId"])).toEqual([
      page.headers.get("x-correlation-id"),
      call.headers.get("x-correlation-id"),
    ])
  })

  it("are aborted when they fail midway, so that a partial response does not look complete", async () => {
    handler = async (_, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("half")
      throw new Error("broken inside")
    }
    await expect(get("/").then((response) => response.text())).rejects.toThrow()
    expect(errors()).toHaveLength(1)
  })

  it("return 404 if they are unknown", async () => {
    handler = async (_, __, next) => next()
    expect((await get("/nothing")).status).toBe(404)
  })

  it.each(["GET /%", "GET /%E0%A4%A", "GET //evil.example/..", "GET http://other.example/", "GET /?%zz=%"])(
    "answer odd requests: %s",
    async (line) => {
      expect(await raw(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 (200|404)/)
      expect(errors()).toEqual([])
    },
  )
})

describe("requests that cannot be handled", () => {
  const request = (line: string, headers: ReadonlyArray<string> = ["Host: a"], body = "") =>
    raw([`${line}`, ...headers, "Connection: close", "", body].join("\r\n"))

  it.each(["TRACE", "PUT", "DELETE", "PATCH", "PROPFIND", "PURGE"])(
    "with the method %s on a page are refused with the methods that it has",
    async (method) => {
      const answer = await request(`${method} / HTTP/1.1`)
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer).toMatch(/^allow: GET, HEAD, POST\r$/im)
      expect(seen).toEqual([])
    },
  )

  it("get the methods of a page by OPTIONS", async () => {
    const answer = await request("OPTIONS / HTTP/1.1")
    expect(answer).toMatch(/^HTTP\/1\.1 204 /)
    expect(answer).toMatch(/^allow: GET, HEAD, POST\r$/im)
  })

  it("reach a call with its own methods, but not with TRACE", async () => {
    expect(await request("DELETE /api/User/Anything HTTP/1.1")).toMatch(/^HTTP\/1\.1 200 /)
    expect(await request("TRACE /api/User/Anything HTTP/1.1")).toMatch(/^HTTP\/1\.1 405 /)
    expect(seen).toHaveLength(1)
  })

  it.each([
    ["a NUL in the path", "GET /user/%00 HTTP/1.1", ["Host: a"]],
    ["a NUL in the query", "GET /newsfeeds/search?kw=a%00b HTTP/1.1", ["Host: a"]],
    ["two Host headers", "GET / HTTP/1.1", ["Host: a", "Host: b"]],
    ["the same Host header twice", "GET / HTTP/1.1", ["Host: a", "host: a"]],
    ["no Host header", "GET / HTTP/1.1", ["Accept: */*"]],
    ["a version that is not spoken here", "GET / HTTP/2.0", ["Host: a"]],
  ])("with %s are bad requests", async (_, line, headers) => {
    expect(await request(line, headers)).toMatch(/^HTTP\/1\.1 400 /)
    expect(seen).toEqual([])
    expect(errors()).toEqual([])
  })

  it.each([
    "bytes=5-2",
    "bytes=x-y",
    "bytes=-",
    "bytes=0-1,4-5",
    "lines=1-2",
    "bytes=99999999999999999999-",
    "bytes=-5",
  ])("with the range %s get the whole file", async (range) => {
    const answer = await get("/_astro/page.js", { headers: { range } })
    expect([answer.status, await answer.text()]).toEqual([200, SCRIPT])
    expect(errors()).toEqual([])
  })

  it("with a form above the limit are refused before it is read", async () => {
    const form = (length: string) =>
      raw(`POST /settings HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n${length}\r\n\r\n`)
    // Not one byte of the body is sent: the response does not wait for it.
    expect(await form("Content-Length: 5000000")).toMatch(/^HTTP\/1\.1 413 /)
    expect(await form("Transfer-Encoding: chunked")).toMatch(/^HTTP\/1\.1 411 /)
    expect(seen).toEqual([])
  })
})

describe("clients that misbehave", () => {
  const hurried = { headersMs: 150, requestMs: 300, checkMs: 20, idleMs: 400 }

  it("are disconnected when their headers do not arrive", async () => {
    await site.close()
    site = await open({ timeouts: hurried })
    expect(await raw("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")).toMatch(/^(HTTP\/1\.1 408|$)/)
    expect(seen).toEqual([])
  })

  it("are disconnected when their body does not arrive", async () => {
    await site.close()
    site = await open({ timeouts: hurried })
    handler = async (request, response) => {
      for await (const _ of request);
      response.end("all of it")
    }
    expect(await raw("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nonly this")).toMatch(
      /^(HTTP\/1\.1 408|$)/,
    )
    expect(errors()).toEqual([])
  })

  it("are disconnected when no data moves", async () => {
    await site.close()
    site = await open({ timeouts: hurried })
    handler = () => new Promise(() => undefined)
    expect(await raw("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n")).toBe("")
    await expect.poll(() => registry.render()).toContain('status="aborted"')
  })

  it("are not logged as our error when they disconnect", async () => {
    let reached: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      reached = resolve
    })
    handler = async (request, response) => {
      reached()
      await once(request.socket, "close")
      response.end("for nobody")
    }
    await raw("GET / HTTP/1.1\r\nHost: a\r\n\r\n", (socket) => void begun.then(() => socket.resetAndDestroy()))
    await expect.poll(() => lines.map(({ message }) => message)).toContain("request")
    expect(errors()).toEqual([])
  })

  it("are refused before their bodies are read if one source sends too much at once", async () => {
    let begun = 0
    handler = () => {
      begun += 1
      return new Promise(() => undefined)
    }
    const upload = "POST /api/Home/UploadImage HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n"
    const open = Array.from({ length: 4 }, () => connect(site.port, "127.0.0.1"))
    for (const socket of open) socket.on("error", () => undefined).write(upload)
    await expect.poll(() => begun).toBe(4)
    expect(await raw(upload)).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 30[\s\S]*"status":false/i)
    handler = async (_, response) => void response.end("a page")
    expect((await get("/")).status).toBe(200)
    for (const socket of open) socket.destroy()
    await expect.poll(async () => (await get("/", { method: "POST", body: "x".repeat(100_000) })).status).toBe(200)
  })

  it("with endless headers are refused", async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431/)
  })
})

describe("clients that pipeline requests", () => {
  const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  const LAST = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  it("get responses in order, and one request per connection is processed at a time", async () => {
    let [underWay, most] = [0, 0]
    handler = async (request, response) => {
      underWay += 1
      most = Math.max(most, underWay)
      // A body that is read late must not block the connection.
      for await (const _ of request);
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
      response.end(`<${request.url}>`)
    }
    const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`
    const paths = Array.from({ length: PIPELINED_MAX }, (_, place) => `/${place}`)
    const answer = await raw(paths.map(post).join("") + LAST)
    expect(answer.match(/<[^>]+>/g)).toEqual([...paths, "/last"].map((path) => `<${path}>`))
    expect(most).toBe(1)
  })

  it("are disconnected when they pipeline more than a few, at the cost of one", async () => {
    let begun = 0
    handler = async () => {
      begun += 1
      return new Promise<void>(() => undefined)
    }
    expect(await raw(REQUEST.repeat(1_400))).toBe("")
    expect(begun).toBe(1)
    expect(errors()).toEqual([])
  })

  it("get the next response only after they have read the previous one", async () => {
    const begun: Array<string> = []
    handler = async (request, response) => {
      begun.push(request.url ?? "")
      // More than the buffers of both ends hold.
      for (let part = 0; part < 64; part += 1) response.write(Buffer.alloc(1_000_000))
      response.end()
    }
    const socket = connect(site.port, "127.0.0.1")
    socket.pause()
    socket.write(REQUEST + LAST)
    await expect.poll(() => begun).toEqual(["/"])
    // Another client is served in between, so the first one's second request had its chance.
    await get("/other").then((response) => response.arrayBuffer())
    expect(begun).toEqual(["/", "/other"])
    socket.resume()
    await once(socket, "close")
    expect(begun).toEqual(["/", "/other", "/last"])
  })
})

describe("metrics", () => {
  it("count every request by kind, method and result", async () => {
    handler = async (request, response) => void response.writeHead(request.url === "/gone" ? 404 : 200).end("x")
    for (const path of ["/", "/gone", "/api/Home/Time", "/img?u=1", "/robots.txt"])
      await get(path).then((answer) => answer.text())
    await expect
      .poll(() => registry.render().match(/^quire_http_requests_total.*$/gm))
      .toEqual(
        expect.arrayContaining([
          'quire_http_requests_total{method="GET",kind="page",status="200"} 1',
          'quire_http_requests_total{method="GET",kind="page",status="404"} 1',
          'quire_http_requests_total{method="GET",kind="call",status="200"} 1',
          'quire_http_requests_total{method="GET",kind="picture",status="200"} 1',
          'quire_http_requests_total{method="GET",kind="file",status="200"} 1',
        ]),
      )
    expect(registry.render()).toMatch(/^quire_http_requests_under_way 0$/m)
    expect(registry.render()).toContain('quire_http_request_seconds_count{kind="page"} 2')
    expect(lines.filter(({ message }) => message === "request")[0]?.fields).toMatchObject({
      path: "/",
      status: 200,
      ms: expect.any(Number),
    })
  })
})

describe("shutdown", () => {
  it("accepts no connections, finishes open requests, and does not wait for idle connections", async () => {
    let answer: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      handler = async (_, response) => {
        resolve()
        await new Promise<void>((end) => {
          answer = end
        })
        response.end("the whole page")
      }
    })
    const idle = connect(site.port, "127.0.0.1")
    await once(idle, "connect")
    const underWay = get("/slow")
    await begun
    let closed = false
    const closing = site.close().then(() => {
      closed = true
    })
    await once(idle, "close")
    await expect(get("/late")).rejects.toThrow()
    expect(closed).toBe(false)
    answer()
    expect(await (await underWay).text()).toBe("the whole page")
    await closing
    site = await open()
  })
})

describe("probes", () => {
  it("are answered while the process drains, which refuses to be ready and closes connections after answers", async () => {
    enterServing()
    const statuses = () => Promise.all(["/livez", "/startupz", "/readyz"].map(async (path) => (await get(path)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    expect((await get("/page")).headers.get("connection")).toBe("keep-alive")
    onTestFinished(enterServing)
    enterDraining(0)
    expect(await statuses()).toEqual([200, 200, 503])
    const page = await get("/page")
    expect([page.status, await page.text(), page.headers.get("connection")]).toEqual([200, "a page", "close"])
  })

  it("leave readiness to a page that looks further, unless the process drains", async () => {
    enterServing()
    const own = await open({ hasReadyPage: true })
    onTestFinished(() => own.close())
    const ready = async () => {
      const answer = await fetch(`http://127.0.0.1:${own.port}/readyz`)
      return [answer.status, await answer.text()]
    }
    expect(await ready()).toEqual([200, "a page"])
    onTestFinished(enterServing)
    enterDraining(0)
    expect(await ready()).toEqual([503, '{"status":"draining"}'])
  })
})
