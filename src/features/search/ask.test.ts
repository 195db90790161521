import { expect, it } from "vitest"
import { makeAsk } from "./ask.ts"

const found = { feeds: [], channels: [], texts: [], hasMore: false }

/** A server that answers when it is told to. */
const server = () => {
  const asked: Array<{
    readonly keyword: string
    readonly signal: AbortSignal
    readonly answer: (body: unknown) => void
  }> = []
  const fetch = ((_: string, { body, signal }: { body: string; signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason))
      const { keyword } = JSON.parse(body) as { keyword: string }
      asked.push({ keyword, signal, answer: (data) => resolve(Response.json(data)) })
    })) as unknown as typeof globalThis.fetch
  return { asked, fetch }
}

it("[S7-124] ends the question before, whose answer then comes to nothing", async () => {
  const { asked, fetch } = server()
  const { ask } = makeAsk(fetch)
  const [first, second] = [ask("har"), ask("harb")]
  asked[1]?.answer({ status: true, data: found })
  expect(await first).toBeUndefined()
  expect(asked[0]?.signal.aborted).toBe(true)
  expect(await second).toEqual(found)
})

it("[S8-009] says nothing of a failure", async () => {
  const { asked, fetch } = server()
  const { ask, end } = makeAsk(fetch)
  const refused = ask("har")
  asked[0]?.answer({ status: false, message: "no", data: null })
  expect(await refused).toBeUndefined()
  const ended = ask("harb")
  end()
  expect(await ended).toBeUndefined()
  expect(await makeAsk(() => Promise.reject(new TypeError("offline"))).ask("har")).toBeUndefined()
})
