import { Result } from "effect"
import { GroupCreated } from "./events.ts"
import { type FollowsCommand, newGroupId } from "./FollowsCommand.ts"
import { ACCOUNT_LIMITS, checkNewGroup, cleanGroupName } from "./followRules.ts"
import { type BadGroupName, type TooManyFollows, toRefusal } from "./refusals.ts"

/** Creates a group without feeds. */
export const createGroup =
  ({ groupName }: { readonly groupName: string }): FollowsCommand<TooManyFollows | BadGroupName> =>
  (context) =>
  ({ groups }) => {
    const name = cleanGroupName(groupName)
    const refusal = checkNewGroup(name, [...groups.values()], ACCOUNT_LIMITS)
    if (refusal !== undefined) return Result.fail(toRefusal(refusal))
    const { personId, nowIso: createdAt } = context
    return Result.succeed([GroupCreated.make({ personId, groupId: newGroupId(context, name), name, createdAt })])
  }
