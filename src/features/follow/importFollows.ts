import { cleanGroupName, type FollowableFeed } from "#contract/follows"
import { createGroupCommand, type FollowCommand, followCommand } from "./commands.ts"
import type { DispatchRefusal } from "./dispatch.ts"
import { NO_GROUP } from "./GuestFollows.ts"

/** A feed in an imported list, in a group or (empty) in none. */
export interface ImportedFeed {
  readonly url: string
  readonly title: string
  readonly group: string
}

/** A feed list as it is imported; `emptyGroups` is not longer than OPML_GROUPS_MAX. */
export interface ImportedList {
  readonly feeds: ReadonlyArray<ImportedFeed>
  readonly emptyGroups: ReadonlyArray<string>
}

/** What adding a feed ends in: the feed, or the reason for the reader. */
export type AddedFeed = { readonly feed: FollowableFeed } | { readonly reason: string }
export type FailedFeed = ImportedFeed & { readonly reason: string }

export interface ImportOutcome {
  readonly followed: number
  /** Feeds that could not be read, and why. */
  readonly failed: ReadonlyArray<FailedFeed>
  /** Feeds beyond the limit. */
  readonly left: number
}

interface ImportSteps {
  /** Adds a feed to the library. */
  readonly add: (url: string) => Promise<AddedFeed>
  readonly dispatch: (command: FollowCommand) => Promise<DispatchRefusal | undefined>
  /** Called after each feed. */
  readonly progress: (done: number) => void
}

/**
 * Follows the feeds of a list one after the other until the limit is reached. Feeds of a group that cannot be created are
 * followed without a group. Empty groups come last, because they may not take the places of the others.
 */
export const importFollows = async (
  { feeds, emptyGroups }: ImportedList,
  { add, dispatch, progress }: ImportSteps,
): Promise<ImportOutcome> => {
  const failed: Array<FailedFeed> = []
  let followed = 0
  for (const [place, listed] of feeds.entries()) {
    const added = await add(listed.url)
    if ("feed" in added) {
      const refusal = await follow(added.feed, cleanGroupName(listed.group), dispatch)
      if (refusal !== undefined) return { followed, failed, left: feeds.length - place }
      followed += 1
    } else failed.push({ ...listed, reason: added.reason })
    progress(place + 1)
  }
  for (const name of emptyGroups) await dispatch(createGroupCommand(cleanGroupName(name)))
  return { followed, failed, left: 0 }
}

const follow = async (feed: FollowableFeed, group: string, dispatch: ImportSteps["dispatch"]) => {
  const refusal = await dispatch(followCommand(feed, group))
  const isGroupRefused = refusal === "follow.limit.groups" || refusal?.startsWith("groups.") === true
  return isGroupRefused ? dispatch(followCommand(feed, NO_GROUP)) : refusal
}
