import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Registry } from "../metrics/Registry.ts"
import { openSite, type Site, type SiteHandler, type SiteOptions } from "./openSite.ts"

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
    measure: { token: undefined, proxies: 0 },
    registry,
    log: {
      debug: (fields, message) => void lines.push({ level: "debug", message, fields: { ...fields } }),
      info: (fields, message) => void lines.push({ level: "info", message, fields: { ...fields } }),
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

/** Speaks to the server in its own words; answers all that came until the connection ended. */
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
  it("are served for good where their name says which version they are, with validators", async () => {
    const response = await get("/_astro/page.js")
    expect(await response.text()).toBe(SCRIPT)
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    const again = await get("/_astro/page.js", { headers: { "if-none-match": response.headers.get("etag") ?? "" } })
    expect(again.status).toBe(304)
    expect((await get("/robots.txt")).headers.get("cache-control")).toBe("public, max-age=3600")
    // Browsers ask each time whether the service worker is still the one they have.
    expect((await get("/sw.js")).headers.get("cache-control")).toBe("no-cache")
  })

  it("are compressed, but not a part of one", async () => {
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

  it("have a HEAD", async () => {
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
  ])("end at their directory: %s", async (path) =>
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).not.toContain("secret\n"),
  )
})

describe("pages and calls", () => {
  it("are told who asks and under which id", async () => {
    await get("/")
    expect(seen[0]).toMatchObject({
      clientAddress: "127.0.0.1",
      mayMeasure: true,
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    await site.close()
    site = await open({ measure: { token: undefined, proxies: 1 } })
    await get("/", { headers: { "x-forwarded-for": "203.0.113.9, 192.0.2.1" } })
    expect(seen[1]).toMatchObject({ clientAddress: "192.0.2.1", mayMeasure: false })
  })

  it.each([
    ["a rejection", async () => Promise.reject(new Error("broken inside"))],
    [
      "an error for the next handler",
      async (_: unknown, __: unknown, next: (error: Error) => void) => next(new Error("broken inside")),
    ],
  ])("that fail by %s are answered with 500, an id that the log knows, and nothing else", async (_, failing) => {
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

  it("that fail in the middle of an answer are cut, so that nobody takes half for the whole", async () => {
    handler = async (_, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("half")
      throw new Error("broken inside")
    }
    await expect(get("/").then((response) => response.text())).rejects.toThrow()
    expect(errors()).toHaveLength(1)
  })

  it("that nobody answers are 404", async () => {
    handler = async (_, __, next) => next()
    expect((await get("/nothing")).status).toBe(404)
  })

  it.each([
    "GET /%",
    "GET /%E0%A4%A",
    "GET //evil.example/..",
    "GET http://other.example/",
    "PROPFIND /",
    "TRACE /",
    "GET /?%zz=%",
  ])("answer odd requests: %s", async (line) => {
    expect(await raw(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 (200|404)/)
    expect(errors()).toEqual([])
  })
})

describe("clients that misbehave", () => {
  const hurried = { headersMs: 150, requestMs: 300, checkMs: 20, idleMs: 400 }

  it("are cut when their headers do not come", async () => {
    await site.close()
    site = await open({ timeouts: hurried })
    expect(await raw("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")).toMatch(/^(HTTP\/1\.1 408|$)/)
    expect(seen).toEqual([])
  })

  it("are cut when their body does not come", async () => {
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

  it("are cut when nothing moves", async () => {
    await site.close()
    site = await open({ timeouts: hurried })
    handler = () => new Promise(() => undefined)
    expect(await raw("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n")).toBe("")
    await expect.poll(() => registry.render()).toContain('status="aborted"')
  })

  it("are no error of ours when they go away", async () => {
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

  it("with endless headers are refused", async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431/)
  })
})

describe("what is measured", () => {
  it("is every request, by kind, method and what became of it", async () => {
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

describe("closing", () => {
  it("accepts nobody any more, ends what is under way, and does not wait for connections that are kept alive", async () => {
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
