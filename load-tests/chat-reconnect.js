// All connections break at once, three times a minute; clients reconnect and resume.

import { check } from "k6"
import exec from "k6/execution"
import { Counter, Trend } from "k6/metrics"
import { entered, leftMs, pause, post, THRESHOLDS, teamRoom, untilEnd } from "./lib/chat.js"

const BREAK_EVERY_MS = 20_000
/** Reconnect delay of the product: five seconds ± 50 %. */
const BACK_MS = 5_000
const WRITERS_EVERY = 10
const WRITE_MS = 2_000

const recovering = new Trend("chat_recovery_ms", true)
const replayed = new Counter("chat_replayed")
const reloads = new Counter("chat_reloads")
const gaps = new Counter("chat_gaps")

export const options = {
  vus: 100,
  duration: "60s",
  thresholds: {
    ...THRESHOLDS,
    chat_recovery_ms: ["p(95)<1000", "p(99)<3000"],
    chat_replayed: ["count>0"],
    chat_gaps: ["count==0"],
  },
}

export default async function () {
  let place = null
  const hear = (message) => {
    if (place !== null && place.Epoch === message.Epoch && message.Seq > place.Seq + 1) gaps.add(1)
    if (place === null || message.Seq > place.Seq)
      place = { Room: message.Room, Epoch: message.Epoch, Seq: message.Seq }
  }
  for (let round = 1; leftMs() > BACK_MS; round += 1) {
    const chat = await entered()
    // Pushes must follow the resumed messages.
    const pushed = []
    chat.on("Bc", (message) => pushed.push(message))
    const began = Date.now()
    if (place !== null) {
      const answer = await chat.request("Rs", JSON.stringify([place]))
      const found = answer?.Rooms.find(({ Room }) => Room === place.Room)
      check(found, { "the room is told of": (room) => room !== undefined })
      recovering.add(Date.now() - began)
      if (found?.Status === "reload") {
        reloads.add(1)
        place = null
      }
      replayed.add(found?.Messages?.length ?? 0)
      for (const message of found?.Messages ?? []) hear(message)
    }
    for (const message of pushed) hear(message)
    chat.on("Bc", hear)
    await stay(chat, Math.min(untilBreak(round), leftMs() - 1_000))
    chat.leave()
    await pause(Math.min(BACK_MS * (0.5 + Math.random()), Math.max(0, leftMs())))
  }
  await untilEnd()
}

const untilBreak = (round) => exec.scenario.startTime + round * BREAK_EVERY_MS - Date.now()

/** Every tenth user writes while connected. */
async function stay(chat, ms) {
  const untilMs = Date.now() + ms
  const isWriter = exec.vu.idInTest % WRITERS_EVERY === 1
  while (isWriter && Date.now() < untilMs - WRITE_MS) {
    await post(chat, teamRoom())
    await pause(WRITE_MS)
  }
  await pause(Math.max(0, untilMs - Date.now()))
}
