import { markedText, readyPush } from "../message.ts"
import type { Member } from "./Crowd.ts"

/** To whom the members speak: the product, or a server that publishes what it is told. */
export type Kind = "product" | "bare"

let last = 0
/** Distinct over all runs of all generators against one database. */
const run = Date.now().toString(36)

/** Sends a message that says when that was. Answers the id that its reply will have, where there is one. */
export const post = (kind: Kind, { client, of }: Member, nowMs: number): string => {
  last += 1
  const id = String(last)
  const text = markedText(nowMs)
  client?.send(kind === "bare" ? readyPush(text) : `Bc|${id}|${of.room}|${run}-${process.pid}-${id}|||${text}`)
  return id
}

export const isRefused = (payload: string): boolean => payload.startsWith("Error|") || payload === "Need Permission"
