import { SCOPES, type Scope } from "#contract/chat"
import { openAround } from "../room/openRoom.ts"
import type { OpenedRoom } from "../room/store.ts"
import { pathTo } from "../wire.ts"

/** Characters of a code or name in an address. */
const NAME_LENGTH_MAX = 100

/** A person with the name known to the server. */
export interface NamedPerson {
  readonly userCode: string
  readonly name: string
}

/** The room in an address; null without one. @param known the person that the page was opened for */
export const roomIn = (search: string, known: NamedPerson | null = null): OpenedRoom | null => {
  const query = new URLSearchParams(search)
  const target = query.get("userCode") ?? ""
  const scope = SCOPES.find((each) => each === query.get("Scope")) ?? ("Person" satisfies Scope)
  if (target === "" || target.length > NAME_LENGTH_MAX || target.includes("|")) return null
  const name = (query.get("userName") ?? "").slice(0, NAME_LENGTH_MAX)
  if (name !== "") return { scope, target, name }
  return { scope, target, name: known?.userCode === target ? known.name : target }
}

/** The first message of the thread in an address; null without one. */
export const threadIn = (search: string): number | null => {
  const text = new URLSearchParams(search).get("thread") ?? ""
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** Opens a thread of a room, with a history entry. */
export const goToThread = (room: OpenedRoom, seq: number): void => {
  history.pushState(null, "", `${pathTo(room, room.name)}&thread=${seq}`)
  dispatchEvent(new PopStateEvent("popstate"))
}

let isChosen = false

/** Whether the room was chosen by the reader and should get the focus; true once per choice. */
export const wasChosen = (): boolean => {
  const was = isChosen
  isChosen = false
  return was
}

let isSought = false

/** Focuses a message if it was chosen in a list. */
export const focusSought = (row: HTMLElement): void => {
  if (isSought) row.focus({ preventScroll: true })
  isSought = false
}

/** Opens a room at a message and focuses it. */
export const goToMessage = (room: OpenedRoom, found: Parameters<typeof openAround>[0]): void => {
  openAround(found)
  goTo(room)
  isChosen = false
  isSought = true
}

/** Opens a room or the list, with a history entry. */
export const goTo = (room: OpenedRoom | null): void => {
  isChosen = room !== null
  isSought = false
  const path = room === null ? location.pathname : pathTo(room, room.name)
  // Going back leads to the previous view.
  if (path !== location.pathname + location.search) history.pushState(null, "", path)
  dispatchEvent(new PopStateEvent("popstate"))
}
