import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { UserGroup } from "#contract/follows"
import { answerOf, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { Id } from "../fields.ts"
import { Guard } from "../Guard.ts"

/** Longer than any valid name, so that a long name gets its own message and not a schema error. */
const GROUP_TEXT_LENGTH_MAX = 200
export const GroupText = Schema.String.check(Schema.isMaxLength(GROUP_TEXT_LENGTH_MAX))

/** A group by its id, else by its name. Neither, or empty: no group. */
export const GroupRef = {
  groupId: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64))),
  groupName: Schema.optionalKey(GroupText),
}

/** Feeds that one call moves. */
const MOVED_MAX = 500

const CHANGING = [Unauthorized, NotFound, Conflict] as const
const Made = answerOf(Schema.Struct({ groupId: Schema.String }))

/** The caller's groups of follows. */
export class UserGroupApi extends HttpApiGroup.make("UserGroup")
  .add(
    HttpApiEndpoint.post("CreateGroup", "/CreateGroup", {
      payload: Schema.Struct({ groupName: GroupText }),
      success: Made,
      error: CHANGING,
    }).annotateMerge(describedAs("Makes a group without feeds; no two have the same name.")),
    HttpApiEndpoint.post("DeleteUserGroup", "/DeleteUserGroup", {
      payload: Schema.Struct({ ...GroupRef, keepsFeeds: Schema.optionalKey(Schema.Boolean) }),
      success: answerOf(Schema.Null),
      error: CHANGING,
    }).annotateMerge(
      describedAs("Deletes a group. Its feeds are then no longer followed, or with `keepsFeeds` are in no group."),
    ),
    HttpApiEndpoint.post("UpdateGroupName", "/UpdateGroupName", {
      payload: Schema.Struct({ ...GroupRef, newName: GroupText }),
      success: answerOf(Schema.Null),
      error: CHANGING,
    }).annotateMerge(describedAs("Gives a group another name.")),
    HttpApiEndpoint.post("LoadUserGroup", "/LoadUserGroup", {
      payload: Schema.Struct({}),
      success: answerOf(UserGroup),
      error: Unauthorized,
    }).annotateMerge(describedAs("The caller's groups, and the feeds in them.")),
    HttpApiEndpoint.post("UpdateGroup", "/UpdateGroup", {
      payload: Schema.Struct({ ...GroupRef, feedIds: Schema.Array(Id).check(Schema.isMaxLength(MOVED_MAX)) }),
      success: answerOf(Schema.Null),
      error: CHANGING,
    }).annotateMerge(
      describedAs(
        "Puts followed feeds into a group, or into none. A feed is in one group; those that it leaves remain.",
      ),
    ),
  )
  .prefix("/UserGroup")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "The groups in which a person keeps their follows." })) {}
