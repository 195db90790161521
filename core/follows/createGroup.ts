import { Result } from "effect"
import { GroupCreated } from "./events.ts"
import { cleanGroupName } from "./groupName.ts"
import { ACCOUNT_GROUPS_MAX } from "./limits.ts"
import { groupNamed } from "./PersonFollows.ts"
import { type BadGroupName, badNameOf, TooManyFollows } from "./refusals.ts"
import { newGroupId, type Verb } from "./Verb.ts"

/** Makes a group without feeds. */
export const createGroup =
  ({ groupName }: { readonly groupName: string }): Verb<TooManyFollows | BadGroupName> =>
  (by) =>
  (state) => {
    const name = cleanGroupName(groupName)
    if (state.groups.size >= ACCOUNT_GROUPS_MAX) return Result.fail(new TooManyFollows({ of: "groups" }))
    const bad = badNameOf(name, groupNamed(state, name) !== undefined)
    if (bad !== undefined) return Result.fail(bad)
    const { personId, nowIso: createdAt } = by
    return Result.succeed([GroupCreated.make({ personId, groupId: newGroupId(by, name), name, createdAt })])
  }
