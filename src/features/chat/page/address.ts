import { SCOPES, type Scope } from "#contract/chat"
import { pathTo } from "../notice/pathTo.ts"
import type { OpenedRoom } from "../room/store.ts"

/** Characters of a code or name in an address; more is no person's. */
const NAME_LENGTH_MAX = 100

/** The room that an address names. */
export const roomIn = (search: string): OpenedRoom | null => {
  const query = new URLSearchParams(search)
  const target = query.get("userCode") ?? ""
  const scope = SCOPES.find((each) => each === query.get("Scope")) ?? ("Person" satisfies Scope)
  if (target === "" || target.length > NAME_LENGTH_MAX || target.includes("|")) return null
  const name = (query.get("userName") ?? "").slice(0, NAME_LENGTH_MAX)
  return { scope, target, name: name === "" ? target : name }
}

let isChosen = false

/** Whether somebody chose the room that is shown now, so that the focus follows them there; asked once for each. */
export const wasChosen = (): boolean => {
  const was = isChosen
  isChosen = false
  return was
}

/** Goes to a room, or back to the list, in the address and in the browser's history. */
export const goTo = (room: OpenedRoom | null): void => {
  isChosen = room !== null
  history.pushState(null, "", room === null ? location.pathname : pathTo(room, room.name))
  dispatchEvent(new PopStateEvent("popstate"))
}
