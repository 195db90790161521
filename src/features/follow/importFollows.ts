import { cleanGroupName, type FollowableFeed } from "#contract/follows"
import { type FollowCommand, followCommand } from "./commands.ts"
import type { DispatchRefusal } from "./dispatch.ts"
import { NO_GROUP } from "./GuestFollows.ts"

/** A feed in an imported list, in a group or (empty) in none. */
export interface ImportedFeed {
  readonly url: string
  readonly title: string
  readonly group: string
}

export interface ImportOutcome {
  readonly followed: number
  /** Titles of feeds that could not be read. */
  readonly failed: ReadonlyArray<string>
  /** Feeds beyond the limit. */
  readonly left: number
}

interface ImportSteps {
  /** Adds a feed to the library; undefined if it cannot be read. */
  readonly add: (url: string) => Promise<FollowableFeed | undefined>
  readonly dispatch: (command: FollowCommand) => Promise<DispatchRefusal | undefined>
  /** Called after each feed. */
  readonly progress: (done: number) => void
}

/**
 * Follows the feeds of a list one after the other until the limit is reached. Feeds of a group that cannot be created are
 * followed without a group.
 */
export const importFollows = async (
  feeds: ReadonlyArray<ImportedFeed>,
  { add, dispatch, progress }: ImportSteps,
): Promise<ImportOutcome> => {
  const failed: Array<string> = []
  let followed = 0
  for (const [place, { url, title, group }] of feeds.entries()) {
    const feed = await add(url)
    const refusal = feed === undefined ? undefined : await follow(feed, cleanGroupName(group), dispatch)
    if (refusal !== undefined) return { followed, failed, left: feeds.length - place }
    if (feed === undefined) failed.push(title)
    else followed += 1
    progress(place + 1)
  }
  return { followed, failed, left: 0 }
}

const follow = async (feed: FollowableFeed, group: string, dispatch: ImportSteps["dispatch"]) => {
  const refusal = await dispatch(followCommand(feed, group))
  const isGroupRefused = refusal === "follow.limit.groups" || refusal?.startsWith("groups.") === true
  return isGroupRefused ? dispatch(followCommand(feed, NO_GROUP)) : refusal
}
