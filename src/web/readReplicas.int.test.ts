import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ApiKit, makeApiKit } from "#src/api/testing/apiKit.ts"
import { withReads } from "#src/process/requestReads.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { chooseReads, formatMark, parseMark, sendMark, WRITTEN_COOKIE, WRITTEN_HEADER } from "./readReplicas.ts"

let db: TestDatabase
let kit: ApiKit
let token: string

beforeAll(async () => {
  db = await testDatabase()
  // This server is no standby, so no query is sent to it.
  kit = await makeApiKit({ url: db.url, env: { DATABASE_REPLICA_URL: db.url } })
  token = (await kit.people.make()).token
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

/** Sends a call the way the middleware does. */
const call = async (path: string, body: object) => {
  const request = new Request(`http://quire.test${path}`, { method: "POST" })
  const reads = await chooseReads(request, path)
  const { status, headers } = await withReads(reads, () => kit.post(path, body, { token }))
  const response = new Response(null, { status, headers })
  await sendMark(reads, request, path, response, true)
  return { status, reads, headers: response.headers }
}

describe("marks of what was written", () => {
  it("are read as they were written, and nothing else is", () => {
    const mark = { position: 1_234, lsn: 0x16_b374d848n }
    expect(parseMark(formatMark(mark))).toEqual(mark)
    for (const text of ["", "unknown", "12", "-1-2", "1-g", "1e9-0", `${"9".repeat(16)}-0`, "1-0; x"])
      expect(parseMark(text)).toBeNull()
  })
})

describe("with a replica", () => {
  it("a command answers with the position of what it wrote, as a cookie that scripts cannot read and a header", async () => {
    const { status, headers } = await call("/api/UserProfile/UpdateUserProfile", { bio: "Reads the news." })
    expect(status).toBe(200)
    const mark = parseMark(headers.get(WRITTEN_HEADER) ?? "")
    const [row] = await kit.sql<Array<{ head: number }>>`select es.head() as head`
    expect(mark?.position).toBe(row?.head)
    expect(mark?.lsn).toBeGreaterThan(0n)
    const cookie = headers.getSetCookie().find((each) => each.startsWith(WRITTEN_COOKIE))
    expect(cookie).toBe(
      `${WRITTEN_COOKIE}=${headers.get(WRITTEN_HEADER)}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`,
    )
  })

  it("a query answers without one, and notes no write", async () => {
    const { status, headers, reads } = await call("/api/UserProfile/LoadUserProfile", {})
    expect(status).toBe(200)
    expect(headers.get(WRITTEN_HEADER)).toBeNull()
    expect(reads?.hasWritten).toBe(false)
  })

  it("a server that is no standby is never read from", async () => {
    const reads = await chooseReads(new Request("http://quire.test/newsfeeds"), "/newsfeeds")
    expect(reads).toMatchObject({ replica: null })
  })
})
