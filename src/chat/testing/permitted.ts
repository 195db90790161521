import type { Command } from "#contract/chat"

/** Commands that need permission, with the fields after scope and target. */
export const PERMITTED_COMMANDS: ReadonlyArray<readonly [Command, ...Array<string>]> = [
  ["Bc", "c1", "", "", "words"],
  ["Lh", "{}"],
  ["Lm", "{}"],
  ["Sh", '{"Text":"words"}'],
  ["Rd", "1"],
  ["Ty"],
  ["Re", "1", "👍", "on"],
]

/** The group rooms in which each role has permission. */
export const ROOMS_BY_ROLE: Readonly<Record<string, ReadonlyArray<string>>> = {
  owner: ["Team", "Subscriber", "Premium"],
  member: ["Team"],
  paying: ["Subscriber"],
  premium: ["Subscriber", "Premium"],
  stranger: [],
  banned: [],
}
