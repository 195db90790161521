import { SCOPES, type Scope } from "#contract/chat"
import { pathTo } from "../notice/pathTo.ts"
import { openAround } from "../room/openRoom.ts"
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

let isSought = false

/** The same of a message: `row` gets the focus if it was chosen in a list. */
export const focusSought = (row: HTMLElement): void => {
  if (isSought) row.focus({ preventScroll: true })
  isSought = false
}

/** Goes to a message of a room. The focus follows to it, once it is there. */
export const goToMessage = (room: OpenedRoom, found: Parameters<typeof openAround>[0]): void => {
  openAround(found)
  goTo(room)
  isChosen = false
  isSought = true
}

/** Goes to a room, or back to the list, in the address and in the browser's history. */
export const goTo = (room: OpenedRoom | null): void => {
  isChosen = room !== null
  isSought = false
  const path = room === null ? location.pathname : pathTo(room, room.name)
  // One step back is to lead to what was seen before.
  if (path !== location.pathname + location.search) history.pushState(null, "", path)
  dispatchEvent(new PopStateEvent("popstate"))
}
