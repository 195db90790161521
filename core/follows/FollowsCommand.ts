import { type Decide, shortId } from "#core/kernel"
import type { FollowsEvent } from "./events.ts"
import { type FollowsState, findGroupByName } from "./PersonFollows.ts"

export type CommandContext = { readonly personId: string; readonly nowIso: string }

/** A command with its parameters: what it decides for a person at a moment. */
export type FollowsCommand<Refusal> = (context: CommandContext) => Decide<FollowsState, FollowsEvent, Refusal>

/** A group by its id, else by its name. Neither, or empty: no group. */
export type GroupRef = { readonly groupId?: string | undefined; readonly groupName?: string | undefined }

/** The id of a new group. A name can be used again after its group was deleted, but not within the same millisecond. */
export const newGroupId = ({ personId, nowIso }: CommandContext, name: string): string =>
  shortId("follow group", `${personId}\n${nowIso}\n${name}`)

/** The id of a group; null for no group, undefined if there is no such group. */
export const resolveGroup = (
  state: Pick<FollowsState, "groups">,
  { groupId, groupName }: GroupRef,
): string | null | undefined => {
  if (groupId !== undefined && groupId !== "") return state.groups.has(groupId) ? groupId : undefined
  return groupName === undefined || groupName === "" ? null : findGroupByName(state, groupName)
}
