import { userInfo } from "node:os"

/** Who decides, for the record: the account that the command runs as. */
export const operatorName = (): string => {
  try {
    return `operator:${userInfo().username}`
  } catch {
    // A container may run as a number that has no name.
    return `operator:${process.getuid?.() ?? "unknown"}`
  }
}
