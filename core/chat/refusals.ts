import { Data } from "effect"
import { BANS_MAX, BLOCKS_MAX, MESSAGE_LENGTH_MAX, REPORTS_MAX, STRANGERS_A_DAY_MAX } from "./limits.ts"

/** The person may not do this here: whatever the reason, it is told in the same words. */
export class NeedPermission extends Data.TaggedError("NeedPermission") {
  readonly messageKey = "chat.needPermission"
}

/** Who was written to has not answered yet, and has enough to answer to. */
export class AwaitsAnswer extends Data.TaggedError("AwaitsAnswer") {
  readonly messageKey = "chat.awaitsAnswer"
}

/** There is no message of that number, or none any more. */
export class NoMessage extends Data.TaggedError("NoMessage") {
  readonly messageKey = "chat.noMessage"
}

/** A message cannot be that. */
export class UnfitMessage extends Data.TaggedError("UnfitMessage")<{
  readonly problem: "empty" | "long" | "characters" | "pictures" | "clientId"
}> {
  get messageKey(): `chat.unfit.${"empty" | "long" | "characters" | "pictures" | "clientId"}` {
    return `chat.unfit.${this.problem}`
  }
  readonly count = MESSAGE_LENGTH_MAX
}

/** More than one person or room may have of these. */
export class TooMany extends Data.TaggedError("TooMany")<{ readonly of: Bounded }> {
  get messageKey(): `chat.most.${Bounded}` {
    return `chat.most.${this.of}`
  }
  get count(): number {
    return { blocks: BLOCKS_MAX, bans: BANS_MAX, reports: REPORTS_MAX, strangers: STRANGERS_A_DAY_MAX }[this.of]
  }
}

type Bounded = "blocks" | "bans" | "reports" | "strangers"

/** More people write in this room just now than it can take. */
export class RoomBusy extends Data.TaggedError("RoomBusy") {
  readonly messageKey = "chat.roomBusy"
}

/** There are no such hours, or no such time zone. */
export class UnfitHours extends Data.TaggedError("UnfitHours") {
  readonly messageKey = "chat.unfitHours"
}
