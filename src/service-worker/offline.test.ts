import { afterAll, beforeAll, expect, it, vi } from "vitest"

type Listener = (event: object) => void
const listeners = new Map<string, Listener>()
const deleted: Array<string> = []
const stored = new Set<string>()

beforeAll(async () => {
  const origin = "https://quire.test"
  vi.stubGlobal("self", {
    location: { origin },
    registration: {},
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  })
  vi.stubGlobal("caches", {
    match: async () => undefined,
    open: async (name: string) => ({
      delete: async () => true,
      put: async () => stored.add(name),
      keys: async () => [],
    }),
    delete: async (name: string) => {
      deleted.push(name)
      stored.delete(name)
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

/** Opens a page whose body arrives when `finish` is called. Returns what is stored after the worker is done. */
const open = (path: string) => {
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const headers = { "content-type": "text/html" }
  const work: Array<Promise<unknown>> = []
  const answered = new Promise<Response>((resolve) => {
    listeners.get("fetch")?.({
      request: { method: "GET", url: `https://quire.test${path}`, mode: "navigate" },
      preloadResponse: Promise.resolve(new Response(body.readable, { headers })),
      waitUntil: (each: Promise<unknown>) => work.push(each),
      respondWith: resolve,
    })
  })
  return {
    finish: async () => {
      const writer = body.writable.getWriter()
      const reading = answered.then((response) => response.text())
      await writer.write(new TextEncoder().encode("<!DOCTYPE html><html lang='en'></html>"))
      await writer.close()
      await reading
      await Promise.all(work)
      return [...stored]
    },
  }
}

it("keeps a visited page, but not if the person signs out while it arrives", async () => {
  expect(await open("/newsfeeds").finish()).toEqual(["quire-pages"])
  const page = open("/newsfeeds")
  await droppedBy("/signout")
  expect(await page.finish()).toEqual([])
})
