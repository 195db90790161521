import type { PushedLine } from "../wire.ts"

/**
 * How many messages are unread after something that the server told; undefined where that has to be asked for. What a
 * stranger says counts once they are answered, as it does in the count that a page begins with.
 */
export const unreadAfter = (count: number, told: PushedLine, userCode: string): number | undefined => {
  switch (told.Command) {
    case "Bc":
      return told.SenderUserCode === userCode || told.Request === true ? count : count + 1
    case "Rd":
      // Read on another device.
      return told.UserCode === userCode ? undefined : count
    case "Ls":
      // What was new in a room that is lost is nobody's news any more; what an answered stranger said is.
      return told.Request === true ? count : undefined
    default:
      return count
  }
}
