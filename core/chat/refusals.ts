import { Data } from "effect"
import {
  BANS_MAX,
  BLOCKS_MAX,
  GROUP_MEMBERS_MAX,
  GROUP_NAME_LENGTH_MAX,
  MESSAGE_LENGTH_MAX,
  REACTIONS_PER_MESSAGE_MAX,
  REPORTS_MAX,
  STRANGERS_A_DAY_MAX,
} from "./contract.ts"

/** Permission is missing. Every reason has the same text. */
export class NeedPermission extends Data.TaggedError("NeedPermission") {
  readonly messageKey = "chat.needPermission"
}

/** The other person has not answered yet and the limit of unanswered messages is reached. */
export class AwaitsAnswer extends Data.TaggedError("AwaitsAnswer") {
  readonly messageKey = "chat.awaitsAnswer"
}

/** No message has this number, or it was removed. */
export class NoMessage extends Data.TaggedError("NoMessage") {
  readonly messageKey = "chat.noMessage"
}

export class InvalidMessage extends Data.TaggedError("InvalidMessage")<{
  readonly problem: MessageProblem
}> {
  get messageKey(): `chat.unfit.${MessageProblem}` {
    return `chat.unfit.${this.problem}`
  }
  readonly count = MESSAGE_LENGTH_MAX
}

type MessageProblem = "empty" | "long" | "characters" | "pictures" | "files" | "clientId"

/** A limit per person or room is reached. */
export class TooMany extends Data.TaggedError("TooMany")<{ readonly of: Bounded }> {
  get messageKey(): `chat.most.${Bounded}` {
    return `chat.most.${this.of}`
  }
  get count(): number {
    return {
      blocks: BLOCKS_MAX,
      bans: BANS_MAX,
      members: GROUP_MEMBERS_MAX,
      reactions: REACTIONS_PER_MESSAGE_MAX,
      reports: REPORTS_MAX,
      strangers: STRANGERS_A_DAY_MAX,
    }[this.of]
  }
}

type Bounded = "blocks" | "bans" | "members" | "reactions" | "reports" | "strangers"

/** The name of a group is empty, too long, or has control characters. */
export class InvalidGroupName extends Data.TaggedError("InvalidGroupName") {
  readonly messageKey = "chat.unfit.groupName"
  readonly count = GROUP_NAME_LENGTH_MAX
}

/** No open conversation with the person, a block among the members, or the person left. The reason is not revealed. */
export class CannotAdd extends Data.TaggedError("CannotAdd") {
  readonly messageKey = "chat.cannotAdd"
}

/** More people are writing in this room than it can take. */
export class RoomBusy extends Data.TaggedError("RoomBusy") {
  readonly messageKey = "chat.roomBusy"
}

export class InvalidQuietHours extends Data.TaggedError("InvalidQuietHours") {
  readonly messageKey = "chat.unfitHours"
}
