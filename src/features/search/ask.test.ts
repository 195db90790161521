import { expect, it } from "vitest"
import type { apiPost } from "../../lib/apiFetch.ts"
import { makeAsk } from "./ask.ts"

const found = { feeds: [], channels: [], texts: [], hasMore: false }

/** A server that answers on request. */
const server = () => {
  const asked: Array<{
    readonly keyword: string
    readonly signal: AbortSignal
    readonly answer: (body: unknown) => void
  }> = []
  const post = ((_: string, { keyword }: { keyword: string }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason))
      asked.push({ keyword, signal, answer: (data) => resolve(Response.json(data)) })
    })) as unknown as typeof apiPost
  return { asked, post }
}

it("[S7-124] cancels the previous question, and its answer is ignored", async () => {
  const { asked, post } = server()
  const { ask } = makeAsk(post)
  const [first, second] = [ask("har"), ask("harb")]
  asked[1]?.answer({ status: true, data: found })
  expect(await first).toBeUndefined()
  expect(asked[0]?.signal.aborted).toBe(true)
  expect(await second).toEqual(found)
})

it("[S8-009] says nothing of a failure", async () => {
  const { asked, post } = server()
  const { ask, end } = makeAsk(post)
  const refused = ask("har")
  asked[0]?.answer({ status: false, message: "no", data: null })
  expect(await refused).toBeUndefined()
  const ended = ask("harb")
  end()
  expect(await ended).toBeUndefined()
  expect(await makeAsk(() => Promise.reject(new TypeError("offline"))).ask("har")).toBeUndefined()
})
