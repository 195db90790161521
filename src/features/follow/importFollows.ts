import { cleanGroupName, FOLLOWED, type FollowableFeed } from "#contract/follows"
import type { Refused } from "./carryOut.ts"
import { followFeed } from "./followFeed.ts"
import { NO_GROUP } from "./GuestFollows.ts"
import { type Command, followCall } from "./verbs.ts"

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
  /** Feeds beyond what may be followed. */
  readonly left: number
}

interface Surroundings {
  /** Adds a feed to the library and answers it, or nothing where it cannot be read. */
  readonly add: (url: string) => Promise<FollowableFeed | undefined>
  readonly carryOut: (command: Command) => Promise<Refused | undefined>
  /** Told after each feed. */
  readonly progress: (done: number) => void
}

/**
 * Follows the feeds of a list one after the other, until no more may be followed. A group beyond the limit is left
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
    const refusal = feed === undefined ? undefined : await follow(feed, cleanGroupName(group), carryOut)
    if (refusal !== undefined) return { followed, failed, left: feeds.length - place }
    if (feed === undefined) failed.push(title)
    else followed += 1
    progress(place + 1)
  }
  return { followed, failed, left: 0 }
}

const follow = async (feed: FollowableFeed, group: string, carryOut: Surroundings["carryOut"]) => {
  const refusal = await carryOut(following(feed, group))
  return refusal === "follow.limit.groups" ? carryOut(following(feed, NO_GROUP)) : refusal
}

const following = (feed: FollowableFeed, group: string): Command => ({
  decide: followFeed(feed, group),
  call: followCall(feed.feedId, FOLLOWED, group),
})
