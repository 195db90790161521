import { describe, expect, it } from "vitest"
import { description } from "./describe.ts"
import { documentedGroups } from "./docs.ts"

const groups = documentedGroups("https://quire.example")
const calls = groups.flatMap((group) => group.calls)
const call = (id: string) => calls.find((each) => each.id === id)

describe("the API reference page", () => {
  it("lists every call of the description once, under its group", () => {
    expect(calls.map(({ path }) => path).toSorted()).toEqual(Object.keys(description().paths).toSorted())
    for (const { name, calls: own } of groups) {
      expect(own.every(({ path }) => path.startsWith(`/api/${name}/`))).toBe(true)
    }
  })

  it("shows the parameters of a call with their bounds", () => {
    expect(call("Feed.PreviewFeed")?.payload).toEqual(
      expect.arrayContaining([
        { name: "feedId", type: "string", required: false, note: "", bounds: { of: "length", low: 1, high: 64 } },
        {
          name: "filter.pageSize",
          type: "integer",
          required: true,
          note: "",
          bounds: { of: "value", low: 1, high: 100 },
        },
        { name: "filter.mode", type: "0 | 1", required: false, note: "", bounds: null },
      ]),
    )
    expect(call("Access.AddAccessNews")?.headers.map(({ name }) => name)).toEqual(["from", "Idempotency-Key"])
  })

  it("shows the response of a call, including lists", () => {
    const answer = call("Feed.LibraryFeeds")?.answer ?? []
    expect(answer).toContainEqual({ name: "history", type: "FeedItem[]", required: true, note: "", bounds: null })
    expect(answer.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["history[].title", "history[].feeds[].feedId", "index"]),
    )
    expect(call("Home.LoadTags")?.answer).toEqual([
      { name: "[]", type: "string", required: true, note: "", bounds: null },
    ])
  })

  it("shows a request that can be sent unchanged", () => {
    expect(call("Home.Time")?.example).toBe("curl 'https://quire.example/api/Home/Time'")
    expect(call("Feed.CreateLocalFeed")?.example).toBe(
      `curl 'https://quire.example/api/Feed/CreateLocalFeed' -H 'content-type: application/json' -d '{"url":"https://example.org/feed.xml"}'`,
    )
  })
})
