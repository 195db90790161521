import { Result } from "effect"
import { GroupRenamed } from "./events.ts"
import { type FollowsCommand, type GroupRef, resolveGroup } from "./FollowsCommand.ts"
import { checkGroupName, cleanGroupName } from "./followRules.ts"
import { type BadGroupName, NoGroup, type TooManyFollows, toRefusal } from "./refusals.ts"

/** Renames a group. The new name must not belong to another group. */
export const renameGroup =
  ({
    newName,
    ...group
  }: GroupRef & { readonly newName: string }): FollowsCommand<NoGroup | BadGroupName | TooManyFollows> =>
  ({ personId, nowIso }) =>
  (state) => {
    const groupId = resolveGroup(state, group)
    if (groupId === undefined || groupId === null) return Result.fail(new NoGroup())
    const name = cleanGroupName(newName)
    const others = [...state.groups].flatMap(([id, other]) => (id === groupId ? [] : [other]))
    const refusal = checkGroupName(name, others)
    if (refusal !== undefined) return Result.fail(toRefusal(refusal))
    return Result.succeed(
      state.groups.get(groupId) === name ? [] : [GroupRenamed.make({ personId, groupId, name, renamedAt: nowIso })],
    )
  }
