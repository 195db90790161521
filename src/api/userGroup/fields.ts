import { Schema } from "effect"

/** Longer than any name may be, so that a name that is too long is refused in words of its own. */
const GROUP_TEXT_LENGTH_MAX = 200

export const GroupText = Schema.String.check(Schema.isMaxLength(GROUP_TEXT_LENGTH_MAX))

/** Which group is meant: by its id, else by its name. Neither, or empty: no group. */
export const WhichGroup = {
  groupId: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64))),
  groupName: Schema.optionalKey(GroupText),
}
