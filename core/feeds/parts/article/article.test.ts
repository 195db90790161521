import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { readInThread } from "../readInThread.ts"
import { extractArticle, refusalIn } from "./extractArticle.ts"
import { allowsRobot } from "./robots.ts"

const SENTENCE = "The ferry left the harbour at dawn, and nobody on the quay had thought that it would ever come back. "
const page = (head: string, body = "") => `<!doctype html><html lang="en"><head><title>The ferry</title>${head}</head>
<body><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav><main><article><h1>The ferry</h1><p class="byline">By Ada Lee</p>
${`<p>${SENTENCE.repeat(3)}</p>`.repeat(4)}<p><img src="boat.jpg" alt="A boat" width="600" height="400"> <a href="/next?utm_source=x" onclick="x()">next</a></p>${body}</article></main>
<aside>Buy our things</aside><footer>All rights</footer></body></html>`
const toRead = (html: string, robotsTag: string | null = null) => ({
  bytes: new TextEncoder().encode(html),
  url: "https://press.example/2026/ferry",
  contentType: "text/html; charset=utf-8",
  robotsTag,
})

describe("the article of a page", () => {
  it("is its text alone, clean, with whole addresses", () => {
    const found = extractArticle(
      toRead(page("", "<script>alert(1)</script><iframe src='https://x.example/ad'></iframe>")),
    )
    if (!("content" in found)) throw new Error(found.refusal)
    const { html, byline } = found.content
    expect(html).toContain(SENTENCE.trim())
    expect(html).toContain('src="https://press.example/2026/boat.jpg"')
    expect(html).toContain('href="https://press.example/next"')
    expect(html).not.toMatch(/script|onclick|iframe|Buy our|Shop|All rights|\sid=|\sclass=/)
    expect(byline).toMatch(/Ada Lee/)
  })

  it("resolves addresses by the page's own base", () => {
    const found = extractArticle(toRead(page('<base href="https://cdn.example/media/">')))
    expect("content" in found && found.content.html).toContain('src="https://cdn.example/media/boat.jpg"')
  })

  it("is none where there are no words, or no page", () => {
    expect(extractArticle(toRead("<p>Please sign in</p>"))).toEqual({ refusal: "unreadable" })
    expect(extractArticle(toRead(""))).toEqual({ refusal: "unreadable" })
    expect(extractArticle({ ...toRead(page("")), contentType: "image/png" })).toEqual({ refusal: "unreadable" })
    expect(extractArticle(toRead("<p>".repeat(40_000)))).toEqual({ refusal: "unreadable" })
  })

  it("is looked for in a time that grows with the length of a hostile page", () => {
    const hostile = (size: number) => toRead("<html ".repeat(size / 6))
    expect(measureGrowth(hostile, extractArticle, 10_000)).toBeLessThan(GROWTH_MAX)
  })

  it("is not taken where the page or its server says no", () => {
    expect(extractArticle(toRead(page(""), "noindex, noai"))).toEqual({ refusal: "reserved" })
    expect(extractArticle(toRead(page('<meta name="robots" content="noai, noimageai">')))).toEqual({
      refusal: "reserved",
    })
  })
})

describe("what a page says of who may take it", () => {
  it.each([
    ['<meta name="robots" content="index, follow, max-snippet:-1">', null, null],
    ['<META NAME="Robots" CONTENT="NOARCHIVE">', null, "reserved"],
    ['<meta name="googlebot" content="noai">', null, null],
    ['<meta name="quire" content="noai">', null, "reserved"],
    ['<meta name="tdm-reservation" content="1">', null, "reserved"],
    ["", "otherbot: noai, noindex", null],
    ["", "quire: nosnippet", "reserved"],
    ["", "unavailable_after: 25 Jun 2030 15:00:00 PST", null],
    ['<meta property="article:content_tier" content="metered">', null, "paywall"],
    ['<meta property="article:content_tier" content="free">', null, null],
    ['<script type="application/ld+json">{"isAccessibleForFree" : "False",}</script>', null, "paywall"],
    ['<script type="application/ld+json">{"isAccessibleForFree":true}</script>', null, null],
    ['<script>x = {"isAccessibleForFree":false}</script>', null, null],
  ])("%s %s: %s", (html, header, refusal) => {
    expect(refusalIn(html, header)).toBe(refusal)
  })
})

describe("robots.txt", () => {
  const rules = `
# all
User-agent: *
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$
Disallow:

User-agent: otherbot
User-agent: Quire/1.0
Disallow: /paid   # for readers
Crawl-delay: 5
Allow: /
`
  it.each([
    ["somebody", "/story", true],
    ["somebody", "/private/x", false],
    ["somebody", "/private/open/1", true],
    ["somebody", "/a/b.pdf", false],
    ["somebody", "/a/b.pdf?x", true],
    ["somebody", "/paid", true],
    ["quire", "/paid/1", false],
    ["Quire", "/private", true],
    ["otherbot", "/paid", false],
  ])("lets %s read %s: %s", (name, path, allowed) => {
    expect(allowsRobot(rules, name, path)).toBe(allowed)
  })

  it("allows everything where it says nothing, and hostile ones cost little", () => {
    expect(allowsRobot("", "quire", "/")).toBe(true)
    expect(allowsRobot("<!doctype html><p>404", "quire", "/")).toBe(true)
    expect(allowsRobot("User-agent: *\nDisallow: /", "quire", "/x")).toBe(false)
    const evil = `User-agent: *\n${`Disallow: /${"*a".repeat(240)}$\n`.repeat(1_000)}`
    const startUsage = process.cpuUsage()
    expect(allowsRobot(evil, "quire", `/${"a".repeat(4_000)}b`)).toBe(true)
    expect(process.cpuUsage(startUsage).user / 1_000).toBeLessThan(1_000)
  })
})

describe("a thread for one page", () => {
  it("tells what it tells anywhere else", async () => {
    expect(await readInThread("article", toRead(page("")), { msMax: 25_000 })).toEqual(extractArticle(toRead(page(""))))
  })

  it("is ended where it takes too long, or too much, and a fault of ours is no refusal", async () => {
    const begin = `import { parentPort } from "node:worker_threads"; parentPort.postMessage('ready');`
    const run = (code: string) =>
      readInThread("article", toRead(""), {
        msMax: 4_000,
        module: new URL(`data:text/javascript,${encodeURIComponent(begin + code)}`),
      })
    expect(await run("for (;;);")).toEqual({ refusal: "unreadable" })
    expect(await run("const all = []; for (;;) all.push(Array.from({ length: 1e5 }, Math.random))")).toEqual({
      refusal: "unreadable",
    })
    await expect(run("throw new Error('it threw')")).rejects.toThrow("it threw")
    await expect(run("")).rejects.toThrow("without an answer")
  })
})
