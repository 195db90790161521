import { afterAll, beforeAll, expect, it } from "vitest"
import { callerAddress } from "./lib/browser.ts"
import { hourly, sharedLibrary, type TestLibrary } from "./lib/index.ts"

/** Requests of each reader for each page: all but the first find markup in memory. */
const ROUNDS = 4
/** New addresses that a page is read at before a difference counts. */
const ATTEMPTS_MAX = 5
const TITLE = "Skuggsja & <i>mirror</i>"

interface Reader {
  readonly lang: string
  readonly cookie: string
  /** The code of a member; undefined for guests. */
  readonly code?: string
  readonly follows: boolean
}

let library: TestLibrary
let readers: ReadonlyArray<Reader>
let paths: ReadonlyArray<string>
let feedId = ""

beforeAll(async () => {
  library = await sharedLibrary({ language: "is" })
  feedId = (await library.add("Skuggsja", hourly(TITLE, 3))).feedId
  const { origin } = library.site
  const list = await (await fetch(`${origin}/detail/${feedId}`)).text()
  const [, article = ""] = /href="(\/newsfeeds\/newsdetail\?id=[0-9a-z]+)"/.exec(list) ?? []
  expect(article).not.toBe("")
  paths = ["/", "/newsfeeds", "/newsfeeds?view=all", article, "/newsfeeds/search?kw=Skuggsja"]
  const people = await Promise.all([library.site.person(), library.site.person()])
  const follows = `quire_follows=${encodeURIComponent(`=${feedId}`)}`
  readers = [
    { lang: "en", cookie: "", follows: false },
    { lang: "de", cookie: `quire_lang=de; ${follows}`, follows: true },
    { lang: "zh-Hant", cookie: "quire_lang=zh-Hant; quire_theme=dark", follows: false },
    ...people.map(({ token, userCode }, at) => {
      const lang = at === 0 ? "en" : "de"
      return { lang, cookie: `quire_session=${token}; quire_lang=${lang}`, code: userCode, follows: false }
    }),
  ]
})
afterAll(() => library?.stop())

/** The page of a reader, and its markup without what differs between responses. */
const read = async (path: string, { cookie }: Reader) => {
  const response = await fetch(library.site.origin + path, { headers: { cookie, "x-forwarded-for": callerAddress() } })
  expect(response.status).toBe(200)
  const html = await response.text()
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "") ?? []
  return { html, nonce, lasting: html.replaceAll(nonce, "NONCE").replace(/&quot;nowMs&quot;:\d+/g, "NOW") }
}

it("shows each reader their own page while others open it at the same time", async () => {
  const codes = readers.flatMap(({ code }) => code ?? [])
  for (const path of paths) {
    const rounds = await Promise.all(
      Array.from({ length: ROUNDS }, () => Promise.all(readers.map((reader) => read(path, reader)))),
    )
    for (const pages of rounds)
      for (const [at, { html, nonce }] of pages.entries()) {
        const { lang, code, follows } = readers[at] as Reader
        expect(html).toContain(`<html lang="${lang}"`)
        expect(codes.filter((each) => html.includes(each))).toEqual(code === undefined ? [] : [code])
        for (const [, state] of html.matchAll(new RegExp(`data-follow="${feedId}" data-followed="(\\w+)"`, "g")))
          expect(state).toBe(String(follows))
        const nonces = new Set(Array.from(html.matchAll(/ nonce="([^"]*)"/g), ([, each]) => each))
        expect([...nonces]).toEqual([nonce])
        expect(html).not.toContain(`<!--${nonce}`)
        expect(html).not.toContain("<i>mirror")
      }
  }
})

it("writes the same page from memory as at first", async () => {
  for (const path of paths)
    for (const reader of readers) {
      // Other files publish, and minutes pass: what differs at every new address differs because of memory.
      for (let attempt = 0; ; attempt += 1) {
        const address = `${path}${path.includes("?") ? "&" : "?"}attempt=${attempt}`
        const [first, second] = [await read(address, reader), await read(address, reader)]
        if (second.lasting !== first.lasting && attempt < ATTEMPTS_MAX) continue
        expect(second.lasting).toBe(first.lasting)
        break
      }
    }
})
