import type { Command } from "#contract/chat"

/** Commands that need permission in a room, with what follows scope and target. */
export const PERMITTED: ReadonlyArray<readonly [Command, ...Array<string>]> = [
  ["Bc", "c1", "", "", "words"],
  ["Lh", "{}"],
  ["Lm", "{}"],
  ["Sh", '{"Text":"words"}'],
  ["Rd", "1"],
  ["Ty"],
]

/** In which of a creator's rooms each role has it. */
export const MAY: Readonly<Record<string, ReadonlyArray<string>>> = {
  owner: ["Team", "Subscriber", "Premium"],
  member: ["Team"],
  paying: ["Subscriber"],
  premium: ["Subscriber", "Premium"],
  stranger: [],
  banned: [],
}
