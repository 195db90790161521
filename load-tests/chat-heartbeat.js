// Idle sockets with a heartbeat every three seconds. Run for hours with --duration 4h.

import { Trend } from "k6/metrics"
import { entered, leftMs, pause, THRESHOLDS, untilEnd } from "./lib/chat.js"

const HEARTBEAT_MS = 3_000

const beat = new Trend("chat_heartbeat_ms", true)

export const options = {
  vus: 200,
  duration: "60s",
  thresholds: { ...THRESHOLDS, chat_heartbeat_ms: ["p(95)<100", "p(99)<500"] },
}

export default async function () {
  const chat = await entered()
  await pause(Math.random() * HEARTBEAT_MS)
  while (leftMs() > HEARTBEAT_MS) {
    const asked = Date.now()
    if ((await chat.request("Hb")) !== null) beat.add(Date.now() - asked)
    await pause(HEARTBEAT_MS)
  }
  chat.leave()
  await untilEnd()
}
