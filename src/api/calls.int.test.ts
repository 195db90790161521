import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { description } from "./describe.ts"
import { TESTED_ELSEWHERE } from "./testing/elsewhere.ts"
import { findMismatches } from "./testing/mismatches.ts"
import { AUTHOR, type OpenLibrary, openLibrary } from "./testing/openLibrary.ts"

const UNLESS_ELSEWHERE =
  "a call that needs an account or returns a message belongs in testing/elsewhere.ts, with a test of its own"

let library: OpenLibrary

beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())

describe("[S7-001] [S7-002] every call returns what its description says", () => {
  const spec = description()
  const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

  it("and no other call is tested elsewhere", () => {
    const paths = new Set(operations.map(({ path }) => path))
    expect([...TESTED_ELSEWHERE].filter((path) => !paths.has(path) || library.payloads[path] !== undefined)).toEqual([])
  })

  it.each(operations.filter(({ path }) => !TESTED_ELSEWHERE.has(path)))(
    "$method $path",
    async ({ path, method, operation }) => {
      const payload = library.payloads[path]
      expect(method === "POST", "add a payload to testing/payloads.ts for every POST call").toBe(payload !== undefined)
      const { status, body, headers } =
        method === "POST" ? await library.kit.post(path, payload, { userCode: AUTHOR }) : await library.kit.get(path)
      expect(status, UNLESS_ELSEWHERE).toBe(200)
      expect(operation.description).toMatch(/\w.*\.$/)
      expect(headers.get("cache-control")).toBe("no-store")
      const types = Object.keys(operation.responses["200"]?.content ?? {})
      if (!types.includes("application/json")) {
        // A file, unchanged.
        expect(types).toContain(headers.get("content-type"))
        return
      }
      expect(headers.get("content-type")).toMatch(/^application\/json/)
      const schema = operation.responses["200"]?.content?.["application/json"]?.schema ?? {}
      expect(findMismatches(body, schema, spec.components.schemas)).toEqual([])
      expect(body, UNLESS_ELSEWHERE).toMatchObject({ status: true, message: "" })
    },
  )

  it.each(operations)(
    "$method $path refuses the other method, and another letter case is another call",
    async ({ path, method }) => {
      const other = method === "POST" ? await library.kit.get(path) : await library.kit.post(path, {})
      expect(other).toMatchObject({ status: 405, body: { status: false, data: null } })
      expect(other.headers.get("allow")).toBe(method)
      const cases = [path.toLowerCase(), path.toUpperCase().replace("/API", "/api")]
      for (const unknown of [...cases.filter((each) => each !== path), `${path}/`, `${path}x`]) {
        const answer =
          method === "POST" ? await library.kit.post(unknown, library.payloads[path]) : await library.kit.get(unknown)
        expect(answer).toMatchObject({ status: 404, body: { status: false, data: null } })
      }
    },
  )

  it("and refusals match the description too", () => {
    for (const { method, operation } of operations) {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["200", "400", "413", "429", "500"]))
      expect(operation.responses["429"]?.headers).toHaveProperty("Retry-After")
      expect(operation.requestBody !== undefined).toBe(method === "POST")
    }
    expect(JSON.stringify(spec)).not.toMatch(/Infinity|Encoded/)
  })

  it("and the description is served", async () => {
    const { status, body } = await library.kit.get("/api/openapi.json")
    expect(status).toBe(200)
    expect(body).toEqual(JSON.parse(JSON.stringify(spec)))
    expect(await library.kit.post("/api/openapi.json", {})).toMatchObject({ status: 405 })
  })
})
