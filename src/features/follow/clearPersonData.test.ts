import { beforeEach, expect, it, vi } from "vitest"
import { clearPreviousPerson } from "./clearPersonData.ts"

const storage: Record<string, string> = {}
let member: string | undefined
const cookies: Array<string> = []

vi.stubGlobal(
  "localStorage",
  new Proxy(storage, {
    get: (stored, key) =>
      ({
        getItem: (name: string) => stored[name] ?? null,
        setItem: (name: string, value: string) => {
          stored[name] = value
        },
        removeItem: (name: string) => delete stored[name],
      })[key as "getItem"],
  }),
)
const dropped: Array<string> = []
vi.stubGlobal("caches", { delete: async (name: string) => dropped.push(name) })
vi.stubGlobal("indexedDB", { deleteDatabase: (name: string) => dropped.push(name) })
vi.stubGlobal("location", { protocol: "https:" })
vi.stubGlobal("document", {
  documentElement: {
    get dataset() {
      return member === undefined ? {} : { member }
    },
  },
  set cookie(text: string) {
    cookies.push(text)
  },
})

const open = (userCode?: string) => {
  member = userCode
  clearPreviousPerson()
}
const keep = () => {
  const stored =
    "followList followMirror userGroup mergeAnswered read news-on news screen guide:QI1 chat:drafts language intro"
  for (const key of stored.split(" ")) storage[`quire:${key}`] = "x"
}

beforeEach(() => {
  for (const key of Object.keys(storage)) delete storage[key]
  cookies.length = 0
})

it("[S4-007] [S4-012] [S4-027] clears the follows, groups, guide and screen of the person who was signed in, and stops the poll for news", () => {
  open("QI1")
  keep()
  open()
  expect(Object.keys(storage).sort()).toEqual(["quire:intro", "quire:language"])
  expect(dropped).toEqual(["quire-items", "quire-pages", "quire-chat"])
  expect(cookies.map((cookie) => cookie.split(";")[0])).toEqual(["quire_follows=", "quire_follows_by="])
})

it("clears it as well if a different person signs in", () => {
  open("QI1")
  keep()
  open("QI2")
  expect(Object.keys(storage).sort()).toEqual(["quire:intro", "quire:language", "quire:person"])
})

it.each([
  ["a guest stays a guest", undefined, undefined],
  ["a guest signs in", undefined, "QI1"],
  ["a member stays signed in", "QI1", "QI1"],
])("keeps everything while %s", (_, before, after) => {
  open(before)
  keep()
  open(after)
  expect(storage["quire:followList"]).toBe("x")
  expect(cookies).toEqual([])
})

it("keeps it where a new person chooses their code: what was followed before is still to be merged", () => {
  open("Test7K2M9QXZ")
  keep()
  const before = Object.keys(storage).length
  open("QI7K2M9Q")
  expect(Object.keys(storage)).toHaveLength(before)
  expect(storage["quire:person"]).toBe("QI7K2M9Q")
})
