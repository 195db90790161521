import { workerData } from "node:worker_threads"
import type { RoomEvent } from "#core/chat"
import { connect } from "#core/kernel"
import { chat } from "#projections/chat"
import { rowAfter } from "#projections/runner"
import { copyIn } from "../../../../projections/runner/copyStream.ts"
import { copyValue } from "../../../../projections/runner/copyText.ts"
import type { FillWork } from "./fillHistory.ts"
import { Texts } from "./texts.ts"

/** Messages per copy. */
const AT_ONCE = 5_000

const { url, roomId, senders, messages, from, to } = workerData as FillWork
const sql = connect(url, { connectionsMax: 1 })
const texts = new Texts(messages)
const table = chat.tables.find(({ name }) => name === "chat_message")
if (!table) throw new Error("messages have no table")
const columns = Object.entries(table.columns)
const names = columns.map(([name]) => `"${name}"`).join(", ")

const lineOf = (seq: number): string => {
  const posted: RoomEvent = {
    _tag: "chat.MessagePosted.v1",
    roomId,
    seq,
    senderId: senders[seq % senders.length] ?? "",
    clientId: `filled-${seq}`,
    text: texts.textOf(seq),
    replyTo: null,
    pictures: [],
    postedAt: texts.timeOf(seq),
  }
  const context = { position: 0, stream: `chatroom-${roomId}`, recordedAt: "", actor: "bench" }
  const [row] = chat
    .fold(posted, context)
    .flatMap((each) => (each.table.name === table.name ? [rowAfter(each, null)] : []))
  return `${columns.map(([name, column]) => copyValue(row?.[name], column)).join("\t")}\n`
}

for (let first = from; first < to; first += AT_ONCE) {
  const lines = Array.from({ length: Math.min(AT_ONCE, to - first) }, (_, offset) => lineOf(first + offset))
  await copyIn(sql, `copy rm_chat_1.${table.name} (${names}) from stdin`, lines)
}
await sql.end()
