import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { UploadRefused, type UploadStep, uploadFile } from "./uploadFile.ts"

const PATH = "/media/uploads/1"
const MEDIA = { mediaId: "1", name: "clip.mp4", kind: "video", width: 640, height: 360, durationMs: 3_000 }

/** A server with one upload, which breaks some connections. */
class FakeServer {
  offset = 0
  created = 0
  /** Parts to break before their end; what arrived is kept. */
  breaks = 0
  refusal: readonly [status: number, text: string] | null = null
  known = true
  sizes: Array<number> = []

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    if (init.method === "POST") {
      if (this.refusal !== null) return new Response(this.refusal[1], { status: this.refusal[0] })
      this.created += 1
      return new Response(null, { status: 201, headers: { location: PATH } })
    }
    if (path !== PATH || !this.known) return new Response(null, { status: 404 })
    if (init.method === "HEAD") return new Response(null, { headers: { "upload-offset": String(this.offset) } })
    return Response.json({ state: "ready", media: MEDIA })
  }

  /** Takes a part; returns the status and the new offset. */
  take(offset: number, bytes: number): number {
    this.sizes.push(bytes)
    if (this.breaks > 0) {
      this.breaks -= 1
      this.offset += Math.floor(bytes / 2)
      return 0
    }
    if (offset !== this.offset) return 409
    this.offset += bytes
    return 204
  }
}

let server: FakeServer
const stored = new Map<string, string>()

beforeEach(() => {
  server = new FakeServer()
  stored.clear()
  vi.stubGlobal("fetch", server.fetch)
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      status = 0
      responseText = ""
      readonly upload: { onprogress?: (event: { readonly loaded: number }) => void } = {}
      onloadend: () => void = () => {}
      readonly #headers = new Map<string, string>()
      open() {}
      setRequestHeader(name: string, value: string) {
        this.#headers.set(name, value)
      }
      getResponseHeader() {
        return this.status === 204 ? String(server.offset) : null
      }
      send(chunk: Blob) {
        this.status = server.take(Number(this.#headers.get("upload-offset")), chunk.size)
        this.upload.onprogress?.({ loaded: chunk.size })
        this.onloadend()
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const file = (bytes: number) => new File([new Uint8Array(bytes)], "clip.mp4", { lastModified: 1 })
const pause = async () => {}
const upload = async (bytes: number) => {
  const steps: Array<UploadStep["step"]> = []
  const media = await uploadFile(file(bytes), { pause, onStep: ({ step }) => steps.push(step) })
  return { media, steps: [...new Set(steps)] }
}

it("sends a file in parts that grow up to 8 MiB, and returns it when it was checked", async () => {
  const { media, steps } = await upload(40_000_000)
  expect(media).toEqual(MEDIA)
  expect(steps).toEqual(["sending", "checking"])
  expect(server.sizes.slice(0, 5)).toEqual([1, 2, 4, 8, 8].map((mebibytes) => mebibytes * 1024 * 1024))
  expect(server.offset).toBe(40_000_000)
  expect(stored.size).toBe(0)
})

it("continues where the server stopped after connections broke", async () => {
  server.breaks = 3
  const { steps } = await upload(5_000_000)
  expect(steps).toEqual(["sending", "waiting", "checking"])
  expect([server.offset, server.created]).toEqual([5_000_000, 1])
})

it("continues an upload of the same file that another page began", async () => {
  stored.set("quire:upload:clip.mp4 5000000 1", PATH)
  server.offset = 4_000_000
  await upload(5_000_000)
  expect([server.offset, server.created]).toEqual([5_000_000, 0])
})

it("begins again if the server has forgotten the upload", async () => {
  stored.set("quire:upload:clip.mp4 5000000 1", "/media/uploads/old")
  await upload(5_000_000)
  expect([server.offset, server.created]).toEqual([5_000_000, 1])
})

it.each([
  [413, "This file doesn’t fit.", "refused"],
  [401, "", "signIn"],
] as const)("stops with the text of the server if it answers %d", async (status, text, kind) => {
  server.refusal = [status, text]
  const failure = await upload(1_000).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UploadRefused)
  expect(failure).toMatchObject({ kind, message: text })
})
