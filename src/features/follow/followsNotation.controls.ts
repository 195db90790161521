/** Example follows for tests: feeds are named by a letter, groups by their name. */
import type { FollowableFeed } from "#contract/follows"
import { blankFeed, type Decision, type GuestFollows, itemOf, placeholderOf } from "./GuestFollows.ts"

export const feed = (name: string): FollowableFeed => ({ ...blankFeed(feedId(name)), title: name, code: `QF${name}` })

/** A well-formed feed id that starts with the name. */
export const feedId = (name: string): string => name.toLowerCase().padEnd(20, "0")

/** `given("a", "b@Europe", "@Energy")`: a feed, a feed in a group, an empty group. */
export const given = (...notes: ReadonlyArray<string>): GuestFollows =>
  notes.map((note) => {
    const [name = "", groupName = ""] = note.split("@")
    return name === "" ? placeholderOf(groupName) : itemOf(feed(name), groupName)
  })

/** The follows in the notation of `given`, or the refusal. */
export const noted = (decision: Decision): ReadonlyArray<string> | string =>
  "refusal" in decision
    ? decision.refusal
    : decision.items.map(({ title, groupName }) => (groupName === "" ? title : `${title}@${groupName}`))

export const LETTERS = "abcdefghij".split("")
