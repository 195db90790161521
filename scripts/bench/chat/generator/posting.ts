import { markedText, readyPush } from "../message.ts"
import type { Member } from "./Crowd.ts"

/** The product, or the bare server. */
export type Kind = "product" | "bare"

let last = 0
/** Unique over all runs against one database. */
const run = Date.now().toString(36)

/** Posts a message with its time of sending. Returns the id of the expected reply, if any. */
export const post = (kind: Kind, { client, of }: Member, nowMs: number): string => {
  last += 1
  const id = String(last)
  const text = markedText(nowMs)
  client?.send(kind === "bare" ? readyPush(text) : `Bc|${id}|${of.room}|${run}-${process.pid}-${id}|||${text}`)
  return id
}

export const isRefused = (payload: string): boolean => payload.startsWith("Error|") || payload === "Need Permission"
