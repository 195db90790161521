import { expect, it } from "vitest"
import type { apiPost } from "../../lib/apiFetch.ts"
import { makeAsk } from "./ask.ts"

const found = { feeds: [], channels: [], texts: [], hasMore: false }

/** A server that answers on request. */
const server = () => {
  const requested: Array<{
    readonly keyword: string
    readonly signal: AbortSignal
    readonly answer: (body: unknown) => void
  }> = []
  const post = ((_: string, { keyword }: { keyword: string }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason))
      requested.push({ keyword, signal, answer: (data) => resolve(Response.json(data)) })
    })) as unknown as typeof apiPost
  return { requested, post }
}

it("[S7-124] cancels the previous question, and its answer is ignored", async () => {
  const { requested: sent, post } = server()
  const { request: send } = makeAsk(post)
  const [first, second] = [send("har"), send("harb")]
  sent[1]?.answer({ status: true, data: found })
  expect(await first).toBeUndefined()
  expect(sent[0]?.signal.aborted).toBe(true)
  expect(await second).toEqual(found)
})

it("[S8-009] says nothing of a failure", async () => {
  const { requested: sent, post } = server()
  const { request: send, end } = makeAsk(post)
  const refused = send("har")
  sent[0]?.answer({ status: false, message: "no", data: null })
  expect(await refused).toBeUndefined()
  const ended = send("harb")
  end()
  expect(await ended).toBeUndefined()
  expect(await makeAsk(() => Promise.reject(new TypeError("offline"))).request("har")).toBeUndefined()
})
