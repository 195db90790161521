import { GROUP_NAME_LENGTH_MAX } from "#contract/follows"
import { type FollowRefusal, type GuestFollows, groupsOf } from "./GuestFollows.ts"

/** A name as it is kept: one way of writing accents, no control characters, single blanks. */
export const cleanGroupName = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()

/** Why a group may not be called so, if it may not. Two names that differ by letter case alone would be mixed up. */
export const groupNameRefusal = (items: GuestFollows, name: string, own?: string): FollowRefusal | undefined => {
  if (name === "") return "groups.name.missing"
  if (name.length > GROUP_NAME_LENGTH_MAX) return "groups.name.long"
  const taken = groupsOf(items).some((other) => other !== own && sameName(other, name))
  return taken ? "groups.name.taken" : undefined
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
