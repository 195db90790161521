// Direct conversations: a message, a reply and a read pointer per pair.

import { Counter, Trend } from "k6/metrics"
import { ageOf, directRoom, entered, leftMs, pause, post, THRESHOLDS, untilEnd } from "./lib/chat.js"

const WRITE_MS = 1_500
const LAST_MS = 2_000

const arriving = new Trend("chat_arrival_ms", true)
const acknowledging = new Trend("chat_ack_ms", true)
const reading = new Trend("chat_read_ms", true)
const gaps = new Counter("chat_gaps")

export const options = {
  vus: 100,
  duration: "30s",
  thresholds: {
    ...THRESHOLDS,
    chat_arrival_ms: ["p(95)<500", "p(99)<1500"],
    chat_ack_ms: ["p(95)<500"],
    chat_read_ms: ["p(95)<500"],
    chat_gaps: ["count==0"],
  },
}

export default async function () {
  const chat = await entered()
  const room = directRoom()
  let last = null
  chat.on("Bc", (message) => {
    if (`${message.Scope}|${message.TargetUserCode}` !== room) return
    arriving.add(ageOf(message))
    if (last !== null && message.Seq !== last + 1) gaps.add(1)
    last = message.Seq
  })
  await pause(Math.random() * WRITE_MS)
  while (leftMs() > LAST_MS) {
    const asked = Date.now()
    if ((await post(chat, room)) !== null) acknowledging.add(Date.now() - asked)
    if (last !== null) {
      const told = Date.now()
      if ((await chat.request("Rd", room, last)) !== null) reading.add(Date.now() - told)
    }
    await pause(WRITE_MS)
  }
  await pause(Math.max(0, leftMs() - LAST_MS / 2))
  chat.leave()
  await untilEnd()
}
