import { type Decide, shortId } from "#core/kernel"
import type { FollowsEvent } from "./events.ts"
import { type FollowsState, groupNamed } from "./PersonFollows.ts"

/** Who acts, and when. */
export type By = { readonly personId: string; readonly nowIso: string }

/** A command with its parameters filled in: what it decides for a person at a moment. */
export type Verb<Refusal> = (by: By) => Decide<FollowsState, FollowsEvent, Refusal>

/** Which group is meant: by its id, else by its name. Neither: no group. */
export type WhichGroup = { readonly groupId?: string | undefined; readonly groupName?: string | undefined }

/** The id of a group that is made now. A name can be made twice, but not within one millisecond. */
export const newGroupId = ({ personId, nowIso }: By, name: string): string =>
  shortId("follow group", `${personId}\n${nowIso}\n${name}`)

/** The id of the group that is meant; null for none, undefined where there is no such group. */
export const findGroup = (
  state: Pick<FollowsState, "groups">,
  { groupId, groupName }: WhichGroup,
): string | null | undefined => {
  if (groupId !== undefined && groupId !== "") return state.groups.has(groupId) ? groupId : undefined
  return groupName === undefined || groupName === "" ? null : groupNamed(state, groupName)
}
