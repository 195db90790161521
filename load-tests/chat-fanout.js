// Everyone is in one group room and reads; every tenth user writes once a second.

import exec from "k6/execution"
import { Counter, Trend } from "k6/metrics"
import { ageOf, entered, leftMs, pause, post, THRESHOLDS, teamRoom, untilEnd } from "./lib/chat.js"

const WRITERS_EVERY = 10
const WRITE_MS = 1_000
/** Writing stops before the end, so that pending messages arrive. */
const LAST_MS = 2_000

const arriving = new Trend("chat_fanout_ms", true)
const acknowledging = new Trend("chat_ack_ms", true)
const deliveries = new Counter("chat_deliveries")
const gaps = new Counter("chat_gaps")

export const options = {
  vus: 100,
  duration: "30s",
  thresholds: {
    ...THRESHOLDS,
    chat_fanout_ms: ["p(95)<500", "p(99)<1500"],
    chat_ack_ms: ["p(95)<500"],
    chat_deliveries: ["count>0"],
    chat_gaps: ["count==0"],
  },
}

export default async function () {
  const chat = await entered()
  let last = null
  chat.on("Bc", (message) => {
    arriving.add(ageOf(message))
    deliveries.add(1)
    if (last !== null && message.Seq !== last + 1) gaps.add(1)
    last = message.Seq
  })
  const isWriter = exec.vu.idInTest % WRITERS_EVERY === 1
  await pause(Math.random() * WRITE_MS)
  while (isWriter && leftMs() > LAST_MS) {
    const asked = Date.now()
    if ((await post(chat, teamRoom())) !== null) acknowledging.add(Date.now() - asked)
    await pause(WRITE_MS)
  }
  await pause(Math.max(0, leftMs() - LAST_MS / 2))
  chat.leave()
  await untilEnd()
}
