import { expect, it } from "vitest"
import type { Call } from "../../lib/call.ts"
import { loadMessages } from "./loadMessages.ts"
import { $messages, type MessageState } from "./messageState.ts"

const list: MessageState = { messages: [], total: 0, hasMore: false, UnreadCount: 3, chatUnreadCount: 2 }

it("[S3-023] holds the payload of the loaded list, and keeps it if loading fails", async () => {
  const requested: Array<unknown> = []
  const answers = [list, null]
  const call = (async (...parameters: ReadonlyArray<unknown>) => {
    requested.push(parameters)
    const data = answers.shift()
    return data ? { ok: true, data, message: "" } : { ok: false, status: 0, message: "", errors: {} }
  }) as Call
  for (const _ of [1, 2]) {
    await loadMessages(call)
    expect($messages.get()).toBe(list)
  }
  expect(requested).toEqual(
    Array(2).fill(["Message/LoadMessage", { filter: { pageSize: 20, page: 1 }, type: "All" }, { silent: true }]),
  )
})
