// Everyone connects, signs in, lists rooms and leaves, in a loop.

import { Trend } from "k6/metrics"
import { entered, pause, THRESHOLDS } from "./lib/chat.js"

const STAY_MS = 500

const listing = new Trend("chat_list_ms", true)

export const options = {
  vus: 100,
  duration: "30s",
  thresholds: {
    ...THRESHOLDS,
    chat_connecting_ms: ["p(95)<500"],
    chat_sign_in_ms: ["p(95)<500", "p(99)<1500"],
    chat_list_ms: ["p(95)<750"],
  },
}

export default async function () {
  const chat = await entered()
  const asked = Date.now()
  if ((await chat.request("Lmh")) !== null) listing.add(Date.now() - asked)
  await pause(STAY_MS * (0.5 + Math.random()))
  chat.leave()
}
