import type { FollowableFeed } from "#contract/follows"
import { followFeed } from "./followFeed.ts"
import { type Decide, type FollowRefusal, NO_GROUP } from "./GuestFollows.ts"
import { cleanGroupName } from "./groupName.ts"

/** A feed of an imported list, in a group or in none. */
export interface ImportedFeed {
  readonly url: string
  readonly title: string
  readonly group: string
}

export interface ImportOutcome {
  readonly followed: number
  /** Titles of the feeds that could not be read. */
  readonly failed: ReadonlyArray<string>
  /** Feeds beyond what a guest may follow. */
  readonly left: number
}

interface Surroundings {
  /** Adds a feed to the library and answers it, or nothing where it cannot be read. */
  readonly add: (url: string) => Promise<FollowableFeed | undefined>
  readonly carryOut: (decide: Decide) => FollowRefusal | "follow.unkept" | undefined
  /** Told after each feed. */
  readonly progress: (done: number) => void
}

/**
 * Follows the feeds of a list one after the other, until a guest may follow no more. A group beyond the limit is left
 * out and its feeds are followed without one.
 */
export const importFollows = async (
  feeds: ReadonlyArray<ImportedFeed>,
  { add, carryOut, progress }: Surroundings,
): Promise<ImportOutcome> => {
  const failed: Array<string> = []
  let followed = 0
  for (const [place, { url, title, group }] of feeds.entries()) {
    const feed = await add(url)
    const refusal = feed === undefined ? undefined : follow(feed, cleanGroupName(group), carryOut)
    if (refusal !== undefined) return { followed, failed, left: feeds.length - place }
    if (feed === undefined) failed.push(title)
    else followed += 1
    progress(place + 1)
  }
  return { followed, failed, left: 0 }
}

const follow = (feed: FollowableFeed, group: string, carryOut: Surroundings["carryOut"]) => {
  const refusal = carryOut(followFeed(feed, group))
  return refusal === "follow.limit.groups" ? carryOut(followFeed(feed, NO_GROUP)) : refusal
}
