import { expect, it } from "vitest"
import { SAVED_AT } from "../lib/offline.ts"
import { restated, storedPage } from "./storedPage.ts"

const link = (name: string) => `<link rel="stylesheet" href="/_astro/${name}.css">`
const files = new Map([
  ["/_astro/reading.css", "a { color: $& }"],
  ["/_astro/broken.css", "</style><script>"],
])
const readFile = async (path: string): Promise<string> => {
  const text = files.get(path)
  if (text === undefined) throw new Error("no network")
  return text
}

const page = (head: string, policy = "default-src 'none'; style-src 'self' 'nonce-aB+/=='; img-src 'self'") =>
  new Response(`<!DOCTYPE html><html lang="de"><head>${head}</head><body>${SAVED_AT}</body></html>`, {
    headers: {
      "content-security-policy": policy,
      "content-encoding": "gzip",
      "content-length": "9",
      "content-type": "text/html",
      date: "Sat, 28 Nov 2026 12:00:00 GMT",
    },
  })

it("contains its style sheets, with the nonce of its policy", async () => {
  const html = await (await storedPage(page(link("reading")), readFile)).text()
  expect(html).toContain(`<head><style nonce="aB+/==">a { color: $& }</style></head>`)
})

it.each([
  ["that cannot be read", page(link("missing")), link("missing")],
  ["whose text would end the element", page(link("broken")), link("broken")],
  ["where the policy has no nonce", page(link("reading"), "style-src 'self'"), link("reading")],
])("keeps the link to a style sheet %s", async (_, response, expected) => {
  expect(await (await storedPage(response, readFile)).text()).toContain(expected)
})

it("is marked as stored, with its age in its language and without the headers of the body as it was sent", async () => {
  const stored = await storedPage(page(""), readFile)
  const html = await stored.text()
  expect(html).toMatch(/<html data-offline="kept" lang="de">.*<!--saved-at-->28\.11\.2026, \d\d:\d\d</)
  expect(Object.fromEntries(stored.headers)).toEqual({
    "content-security-policy": "default-src 'none'; style-src 'self' 'nonce-aB+/=='; img-src 'self'",
    "content-type": "text/html",
    date: "Sat, 28 Nov 2026 12:00:00 GMT",
  })
})

it("can stand for another page", async () => {
  const stored = await storedPage(page(""), readFile)
  const other = restated(stored, await stored.text(), "missing")
  expect(await other.text()).toContain(`<html data-offline="missing" lang="de">`)
})
