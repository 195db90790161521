import { afterEach, describe, expect, it, vi } from "vitest"
import { wordsOf } from "../i18n/index.ts"
import { CALL_TIMEOUT_MS, callerWith } from "./call.ts"

afterEach(() => vi.restoreAllMocks())

const json = (status: number, body: unknown) => async () => Response.json(body, { status })
const success = (message: string, data: unknown = null) => json(200, { status: true, message, data })

/** A page whose server returns this response. */
const page = (answer: (path: string, init: RequestInit) => Promise<Response>) => {
  const toast = vi.fn()
  const sent = vi.fn(answer)
  const session = { token: vi.fn<() => string | null>(() => null), hold: vi.fn(), end: vi.fn() }
  return {
    call: callerWith({ fetch: sent as typeof fetch, toast, locale: "en", words: wordsOf("en", "call"), session }),
    toast,
    sent,
    session,
  }
}

describe("a call", () => {
  it("posts JSON to /api and returns the data", async () => {
    const { call, sent, toast } = page(success("", { feedId: "f1" }))
    expect(await call("Feed/PreviewFeed", { url: "u" })).toEqual({ ok: true, data: { feedId: "f1" }, message: "" })
    expect(sent).toHaveBeenCalledWith(
      "/api/Feed/PreviewFeed",
      expect.objectContaining({ method: "POST", body: '{"url":"u"}' }),
    )
    expect(toast).not.toHaveBeenCalled()
  })

  it("sends the token of a signed-in person, and none for a guest", async () => {
    const { call, sent, session } = page(success(""))
    await call("Feed/Follow")
    const authorization = () => new Headers(sent.mock.lastCall?.[1].headers).get("authorization")
    expect(authorization()).toBeNull()
    session.token.mockReturnValue("t1")
    await call("Feed/Follow")
    expect(authorization()).toBe("Bearer t1")
  })

  it("[S4-015] stores a replaced token from any response, including refusals", async () => {
    const headers = { "x-refresh-token": "t2" }
    for (const status of [200, 409]) {
      const answer = Response.json({ status: status === 200, message: "", data: null }, { status, headers })
      const { call, session } = page(async () => answer)
      await call("Feed/Follow", {}, { silent: true })
      expect(session.hold).toHaveBeenCalledExactlyOnceWith("t2")
    }
    const { call, session } = page(success(""))
    await call("Feed/Follow")
    expect(session.hold).not.toHaveBeenCalled()
  })

  it("[S4-013] ends the session at a 401 and at no other status", async () => {
    for (const [status, times] of [
      [401, 1],
      [403, 0],
      [500, 0],
      [200, 0],
    ] as const) {
      const { call, session } = page(json(status, { status: status === 200, message: "", data: null }))
      await call("Feed/Follow", {}, { silent: true })
      expect(session.end).toHaveBeenCalledTimes(times)
    }
  })

  it("[S8-005] shows the server's message as an error if it failed", async () => {
    const { call, toast } = page(json(409, { status: false, message: "Already there", data: null }))
    expect(await call("Feed/Follow")).toMatchObject({ ok: false, status: 409, message: "Already there" })
    expect(toast).toHaveBeenCalledExactlyOnceWith("error", "Already there")
  })

  it("[S8-005] also if the response is a 200 with status false", async () => {
    const { call, toast } = page(json(200, { status: false, message: "Not today", data: null }))
    expect(await call("Feed/Follow")).toMatchObject({ ok: false })
    expect(toast).toHaveBeenCalledExactlyOnceWith("error", "Not today")
  })

  it.each([
    [150, 1],
    [151, 0],
  ])("[S8-006] of a success message of %d characters it shows %d", async (length, shown) => {
    const { call, toast } = page(success("a".repeat(length)))
    await call("User/UpdateUserName")
    expect(toast).toHaveBeenCalledTimes(shown)
  })

  it("[S8-007] shows the first validation message of a 400", async () => {
    const errors = { title: ["Minimum 3 characters", "Too plain"], url: ["No address"] }
    const { call, toast } = page(json(400, { status: false, message: "Refused", data: null, errors }))
    expect(await call("Feed/CreateLocalFeed")).toMatchObject({ ok: false, errors })
    expect(toast).toHaveBeenCalledExactlyOnceWith("error", "Minimum 3 characters")
  })

  it("shows the message of a 400 without fields", async () => {
    const { call, toast } = page(json(400, { status: false, message: "Refused", data: null, errors: {} }))
    await call("Feed/CreateLocalFeed")
    expect(toast).toHaveBeenCalledExactlyOnceWith("error", "Refused")
  })

  it("[S8-008] names the path of a 500", async () => {
    const { call, toast } = page(json(500, { status: false, message: "secret", data: null }))
    await call("Feed/PreviewFeed")
    expect(toast).toHaveBeenCalledExactlyOnceWith("error", "API request error: /api/Feed/PreviewFeed")
  })

  it.each([
    ["refused", json(400, { status: false, message: "Refused", data: null, errors: { a: ["b"] } })],
    ["broken", json(500, {})],
    ["unreachable", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("[S8-010] hides that it was %s when it is silent", async (_, answer) => {
    const { call, toast } = page(answer)
    expect(await call("Feed/LibraryFeeds", {}, { silent: true })).toMatchObject({ ok: false })
    expect(toast).not.toHaveBeenCalled()
  })

  it("[S9-006] fails with a timeout error after 60000 ms without a response", async () => {
    const clock = new AbortController()
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal)
    const { call, toast } = page(
      (_, { signal }) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    )
    const result = call("Feed/PreviewFeed")
    clock.abort(new DOMException("", "TimeoutError"))
    expect(await result).toMatchObject({ ok: false, status: 0 })
    expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000)
    expect(CALL_TIMEOUT_MS).toBe(60_000)
    expect(toast).toHaveBeenCalledExactlyOnceWith("error", "The server took too long to respond. Please try again.")
  })

  it("[S9-006] also if the response started in time but never ended", async () => {
    const clock = new AbortController()
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal)
    const endless = new ReadableStream({
      start: (stream) => clock.signal.addEventListener("abort", () => stream.error(new Error())),
    })
    const { call, toast } = page(async () => new Response(endless))
    const result = call("Feed/PreviewFeed")
    clock.abort()
    expect(await result).toMatchObject({ ok: false, status: 0 })
    expect(toast).toHaveBeenCalledExactlyOnceWith("error", "The server took too long to respond. Please try again.")
  })

  it.each([
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [404, false],
  ])("[S9-008] counts the status %d as a success: %s", async (status, ok) => {
    // Response rejects a status below 200, so it is set afterwards.
    const body = status === 204 ? null : JSON.stringify({ status: true, message: "", data: 1 })
    const response =
      status < 200
        ? Object.defineProperty(new Response(body), "status", { value: status })
        : new Response(body, { status })
    expect((await page(async () => response).call("Home/Time")).ok).toBe(ok)
  })

  it("reports that the server is unreachable", async () => {
    const { call, toast } = page(() => Promise.reject(new TypeError("Failed to fetch")))
    await call("Feed/PreviewFeed")
    expect(toast).toHaveBeenCalledExactlyOnceWith("error", "We can’t reach the server. Please check your connection.")
  })

  it("shows its own message for a response without our format", async () => {
    const { call, toast } = page(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }))
    await call("Feed/PreviewFeed")
    expect(toast).toHaveBeenCalledExactlyOnceWith("error", "The system is busy, please try again later")
  })

  it("shows nothing if the page cancelled it", async () => {
    const given = new AbortController()
    given.abort()
    const { call, toast } = page(() => Promise.reject(given.signal.reason))
    expect(await call("Feed/SearchFeedsIndex", {}, { signal: given.signal })).toMatchObject({ ok: false })
    expect(toast).not.toHaveBeenCalled()
  })
})
