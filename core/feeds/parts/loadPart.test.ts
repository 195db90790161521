import { Effect, Logger } from "effect"
import { expect, it } from "vitest"
import { Fetcher } from "../../fetch/Fetcher.ts"
import { cannedFetcher } from "../../fetch/testing/cannedFetcher.ts"
import { loadPart } from "./loadPart.ts"

const store = { find: () => Effect.succeed(null), keep: () => Effect.void, sweep: () => Effect.void }

it("keeps a fault of ours from the reader: the article cannot be had now", async () => {
  const { layer, requested: sent } = cannedFetcher({ "https://press.example/1": "<p>words</p>" })
  const load = Effect.gen(function* () {
    const fetcher = yield* Fetcher
    return yield* loadPart({ fetcher, store, read: () => Promise.reject(new Error("broken")) })(
      "article",
      "https://press.example/1",
    )
  })
  expect(await Effect.runPromise(load.pipe(Effect.provide([layer, Logger.layer([])])))).toEqual({
    refusal: "unavailable",
  })
  expect(sent).toEqual(["https://press.example/robots.txt", "https://press.example/1"])
})

it.each(["transcript", "chapters"] as const)("reads a %s in the other thread, never in this one", async (kind) => {
  const { layer } = cannedFetcher({ "https://press.example/1": "WEBVTT" })
  const handed: Array<string> = []
  const load = Effect.gen(function* () {
    const fetcher = yield* Fetcher
    const read = (kindRead: string) => Promise.resolve({ refusal: "unreadable" as const, kind: handed.push(kindRead) })
    return yield* loadPart({ fetcher, store, read })(kind, "https://press.example/1")
  })
  expect(await Effect.runPromise(Effect.provide(load, layer))).toMatchObject({ refusal: "unreadable" })
  expect(handed).toEqual([kind])
})
