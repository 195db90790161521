// Readers page through their personal feed while API clients send requests.

import { check, group, sleep } from "k6"
import http from "k6/http"
import { Trend } from "k6/metrics"
import { followsCookie, pickFeeds } from "./lib/library.js"

const TARGET = __ENV.TARGET || "http://127.0.0.1:4321"
const READERS = Number(__ENV.READERS || 20)
const PROGRAMS = Number(__ENV.PROGRAMS || 5)
const DURATION = __ENV.DURATION || "30s"
const FOLLOWS = 10

const personalFeed = new Trend("personal_feed_ms", true)
const apiRead = new Trend("api_read_ms", true)

export const options = {
  scenarios: {
    readers: { executor: "constant-vus", vus: READERS, duration: DURATION, exec: "reader" },
    programs: { executor: "constant-vus", vus: PROGRAMS, duration: DURATION, exec: "program" },
  },
  thresholds: {
    http_req_failed: ["rate<0.001"],
    checks: ["rate>0.999"],
    personal_feed_ms: ["p(95)<500"],
    api_read_ms: ["p(95)<300"],
  },
}

/** Every reader follows some feeds of the library. */
export function setup() {
  return { feeds: pickFeeds(TARGET) }
}

export function reader({ feeds }) {
  const params = { headers: { cookie: followsCookie(feeds.slice(0, FOLLOWS)) } }
  group("personal feed", () => {
    const home = http.get(`${TARGET}/newsfeeds`, params)
    personalFeed.add(home.timings.duration)
    check(home, { "the feed is there": (response) => response.status === 200 && response.body.includes("<main") })
    const week = http.get(`${TARGET}/newsfeeds?time=7`, params)
    check(week, { "the time filter is there": (response) => response.status === 200 })
  })
  const feed = feeds[Math.floor(Math.random() * feeds.length)]
  group("one feed", () => {
    const page = http.get(`${TARGET}/detail/${feed}`, params)
    check(page, { "the feed's page is there": (response) => response.status === 200 })
  })
  sleep(1)
}

export function program({ feeds }) {
  const json = { headers: { "content-type": "application/json" } }
  const feed = feeds[Math.floor(Math.random() * feeds.length)]
  const answers = [
    http.get(`${TARGET}/api/Home/LoadLanguages`),
    http.get(`${TARGET}/api/Feed/MostPopularFeeds`),
    http.post(`${TARGET}/api/Feed/LoadLastestContent`, JSON.stringify({ filter: { pageSize: 20, page: 1 } }), json),
    http.post(`${TARGET}/api/Feed/SearchFeedById`, JSON.stringify({ feedId: feed }), json),
  ]
  for (const answer of answers) {
    apiRead.add(answer.timings.duration)
    check(answer, { "the call succeeds": (response) => response.status === 200 && response.json("status") === true })
  }
  sleep(0.5)
}
