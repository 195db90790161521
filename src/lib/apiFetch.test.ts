import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it, vi } from "vitest"
import { apiFetchWith } from "./apiFetch.ts"

const page = (response: Response, token: string | null = "t1") => {
  const session = { token: () => token, hold: vi.fn(), end: vi.fn() }
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => response)
  return { send: apiFetchWith({ fetch: fetch as never, session }), fetch, session }
}
const authorizationOf = ({ fetch }: ReturnType<typeof page>) =>
  new Headers(fetch.mock.lastCall?.[1].headers).get("authorization")

describe("an API request from a page script", () => {
  it("sends the bearer token if there is one [S6-016]", async () => {
    const member = page(Response.json({}))
    await member.send("Feed/MarkRead", { method: "POST" })
    expect(member.fetch.mock.lastCall?.[0]).toBe("/api/Feed/MarkRead")
    expect(authorizationOf(member)).toBe("Bearer t1")
    const guest = page(Response.json({}), null)
    await guest.send("Feed/MarkRead", { method: "POST" })
    expect(authorizationOf(guest)).toBeNull()
  })

  it("sends no token for the shared lists of GET /api/Home [S6-016]", async () => {
    const member = page(Response.json({}))
    await member.send("Home/LoadAssetType")
    expect(authorizationOf(member)).toBeNull()
    await member.send("Home/UploadImage", { method: "POST" })
    expect(authorizationOf(member)).toBe("Bearer t1")
  })

  it("stores the token from x-refresh-token [S4-015]", async () => {
    const { send, session } = page(Response.json({}, { headers: { "x-refresh-token": "t2" } }))
    await send("Balance/LoadBalance", { method: "POST" })
    expect(session.hold).toHaveBeenCalledExactlyOnceWith("t2")
  })

  it.each([
    [401, 1],
    [403, 0],
    [200, 0],
  ])("ends the session at a 401 and at no other status: %d [S4-013]", async (status, times) => {
    const { send, session } = page(Response.json({}, { status }))
    await send("Feed/MarkRead", { method: "POST" })
    expect(session.end).toHaveBeenCalledTimes(times)
  })
})

it("is the only way for page scripts to call the API [S4-013] [S4-015] [S6-016]", () => {
  const direct = ["src/features", "src/lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\bfetch\(\s*["'`]\/api\//.test(readFileSync(path, "utf8"))),
  )
  expect(direct).toEqual(["src/lib/apiFetch.ts"])
})
