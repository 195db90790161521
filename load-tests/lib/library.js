import { fail } from "k6"
import http from "k6/http"

const FEEDS_MAX = 50

/** Feed ids of the library, most popular first; fails without any. */
export function pickFeeds(target) {
  const answer = http.get(`${target}/api/Feed/MostPopularFeeds?pageSize=${FEEDS_MAX}`)
  if (answer.status !== 200) fail(`MostPopularFeeds answered ${answer.status}`)
  const ids = answer.json("data.feeds").map(({ feedId }) => feedId)
  if (ids.length === 0) fail("the library has no feeds; start the product with the demo")
  return ids
}

/** The cookie of a guest with these follows (src/lib/followsCookie.ts). */
export const followsCookie = (feeds) => `quire_follows=${encodeURIComponent(`=${feeds.join(".")}`)}`
