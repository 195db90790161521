// Everyone pages through the history of a group room and searches it.

import { check } from "k6"
import { Trend } from "k6/metrics"
import { entered, leftMs, pause, THRESHOLDS, teamRoom, untilEnd } from "./lib/chat.js"

const PAGES = 4
const PAGE_SIZE = 30
const READ_MS = 1_000
const LAST_MS = 2_000
const WORDS = ["everybody", "bridge", "meeting yesterday", "harbour", "bicycle", "today"]

const paging = new Trend("chat_history_ms", true)
const searching = new Trend("chat_search_ms", true)

export const options = {
  vus: 50,
  duration: "30s",
  thresholds: { ...THRESHOLDS, chat_history_ms: ["p(95)<300"], chat_search_ms: ["p(95)<500"] },
}

export default async function () {
  const chat = await entered()
  const timed = async (trend, command, wish) => {
    const asked = Date.now()
    const answer = await chat.request(command, teamRoom(), JSON.stringify(wish))
    if (answer !== null) trend.add(Date.now() - asked)
    await pause(READ_MS * (0.5 + Math.random()))
    return answer
  }
  while (leftMs() > LAST_MS + READ_MS * (PAGES + 2)) {
    let from = {}
    for (let page = 0; page < PAGES; page += 1) {
      const history = await timed(paging, "Lh", { Direction: "Older", PageSize: PAGE_SIZE, ...from })
      if (history === null || history.Messages.length === 0) break
      const numbers = history.Messages.map(({ Seq }) => Seq)
      const isDense = numbers.every((seq, index) => index === 0 || seq === numbers[index - 1] + 1)
      check(isDense, { "pages have no holes": (dense) => dense })
      check(from.Seq === undefined || numbers[numbers.length - 1] === from.Seq - 1, {
        "pages follow each other": (follows) => follows,
      })
      from = { Date: history.Messages[0].TimeStamp, Seq: history.Messages[0].Seq }
    }
    const text = WORDS[Math.floor(Math.random() * WORDS.length)]
    await timed(searching, "Sh", { Text: text, PageSize: PAGE_SIZE })
  }
  chat.leave()
  await untilEnd()
}
