import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/**
 * Events of groups among friends. A group has the room with scope `Group` whose owner is the group itself. Its name is
 * sealed for the person who gave it, and null after their erasure.
 */
const Time = Schema.String
const group = { groupId: Schema.String }

/** `memberIds` begins with the owner. */
export const GroupStarted = Schema.TaggedStruct("chat.GroupStarted.v1", {
  ...group,
  ownerId: Schema.String,
  name: Schema.NullOr(Schema.String),
  memberIds: Schema.Array(Schema.String),
  startedAt: Time,
})
export const GroupRenamed = Schema.TaggedStruct("chat.GroupRenamed.v1", {
  ...group,
  byId: Schema.String,
  name: Schema.NullOr(Schema.String),
  renamedAt: Time,
})
const member = { ...group, personId: Schema.String, byId: Schema.String }
export const GroupMemberAdded = Schema.TaggedStruct("chat.GroupMemberAdded.v1", { ...member, addedAt: Time })
/** `byId` is the person themselves if they left. */
export const GroupMemberRemoved = Schema.TaggedStruct("chat.GroupMemberRemoved.v1", { ...member, removedAt: Time })
/** Null if the last member left. */
export const GroupOwnerChanged = Schema.TaggedStruct("chat.GroupOwnerChanged.v1", {
  ...group,
  ownerId: Schema.NullOr(Schema.String),
  changedAt: Time,
})

export const GroupEvent = Schema.Union([
  GroupStarted,
  GroupRenamed,
  GroupMemberAdded,
  GroupMemberRemoved,
  GroupOwnerChanged,
]).pipe(Schema.toTaggedUnion("_tag"))
export type GroupEvent = typeof GroupEvent.Type
export const GroupEvents = makeEventFamily(GroupEvent, {
  sealed: {
    "chat.GroupStarted.v1": { subject: "ownerId", fields: ["name"] },
    "chat.GroupRenamed.v1": { subject: "byId", fields: ["name"] },
  },
})
