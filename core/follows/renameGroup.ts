import { Result } from "effect"
import { GroupRenamed } from "./events.ts"
import { cleanGroupName } from "./groupName.ts"
import { groupNamed } from "./PersonFollows.ts"
import { type BadGroupName, badNameOf, NoGroup } from "./refusals.ts"
import { findGroup, type Verb, type WhichGroup } from "./Verb.ts"

/** Gives a group another name, which no other group may have. */
export const renameGroup =
  ({ newName, ...group }: WhichGroup & { readonly newName: string }): Verb<NoGroup | BadGroupName> =>
  ({ personId, nowIso }) =>
  (state) => {
    const groupId = findGroup(state, group)
    if (groupId === undefined || groupId === null) return Result.fail(new NoGroup())
    const name = cleanGroupName(newName)
    const bearer = groupNamed(state, name)
    const bad = badNameOf(name, bearer !== undefined && bearer !== groupId)
    if (bad !== undefined) return Result.fail(bad)
    return Result.succeed(
      state.groups.get(groupId) === name ? [] : [GroupRenamed.make({ personId, groupId, name, renamedAt: nowIso })],
    )
  }
