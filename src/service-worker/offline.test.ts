import { afterAll, beforeAll, expect, it, vi } from "vitest"

type Listener = (event: object) => void
const listeners = new Map<string, Listener>()
const deleted: Array<string> = []

beforeAll(async () => {
  const origin = "https://quire.test"
  vi.stubGlobal("self", {
    location: { origin },
    registration: {},
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  })
  vi.stubGlobal("caches", {
    delete: async (name: string) => {
      deleted.push(name)
      return true
    },
  })
  await import("./offline.ts")
})
afterAll(() => {
  vi.unstubAllGlobals()
})

/** The caches that the worker deletes when a page sends this request. */
const droppedBy = async (path: string, method = "POST"): Promise<ReadonlyArray<string>> => {
  deleted.length = 0
  const work: Array<Promise<unknown>> = []
  const request = { method, url: `https://quire.test${path}`, mode: "cors" }
  listeners.get("fetch")?.({ request, waitUntil: (each: Promise<unknown>) => work.push(each), respondWith: vi.fn() })
  await Promise.all(work)
  return deleted.toSorted()
}

it.each(["/signout", "/api/User/SignOut", "/api/User/DeleteAccount"])(
  "forgets visited pages and stored items when a page posts to %s, without waiting for an answer",
  async (path) => expect(await droppedBy(path)).toEqual(["quire-items", "quire-pages"]),
)

it("keeps visited pages and stored items at all other requests", async () => {
  expect(await droppedBy("/api/Feed/MarkRead")).toEqual([])
  expect(await droppedBy("/signout", "GET")).toEqual([])
})
