import { CHAT } from "../../../lib/chatPath.ts"
import type { RoomAddress } from "../wire.ts"

/** Where a room is: the chat page with whose it is, what they are called, and its scope (specification, section 2). */
export const pathTo = ({ scope, target }: RoomAddress, userName: string): string =>
  `${CHAT}?${new URLSearchParams({ userCode: target, userName, Scope: scope })}`
