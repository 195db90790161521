import { listItems } from "#projections/feeds"
import { randomFrom } from "../../demo/random.ts"
import { percentile } from "../lib/interleaved.ts"
import type { Corpus } from "./corpus.ts"
import type { Library } from "./openLibrary.ts"

const FOLLOWS = 200
const READERS = 100
const WARM_UP = 5

/**
 * Returns the p95 in milliseconds of loading the newest fifty items of two hundred followed feeds, different feeds each
 * time.
 */
export const personalFeed = async ({ run }: Library, { feeds }: Corpus): Promise<number> => {
  const random = randomFrom("readers")
  const times: Array<number> = []
  for (let reader = 0; reader < READERS + WARM_UP; reader += 1) {
    const feedIds = new Set<string>()
    while (feedIds.size < Math.min(FOLLOWS, feeds.length))
      feedIds.add(feeds[random.whole(0, feeds.length - 1)]?.feedId ?? "")
    const began = performance.now()
    await run(listItems({ feedIds: [...feedIds], pageSize: 50 }))
    if (reader >= WARM_UP) times.push(performance.now() - began)
  }
  return percentile(times, 0.95)
}
