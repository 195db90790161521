import { atom } from "nanostores"
import type { ChatMessage, ChatSummary, SearchResults } from "#contract/chat"
import type { Outgoing } from "../outbox/Outgoing.ts"
import type { RoomAddress } from "../wire.ts"

/** A room that is shown, and what it is called until the list says so. */
export interface OpenedRoom extends RoomAddress {
  readonly name: string
}

/** How the history of the room stands that is shown; refused: it may not be read. */
export type HistoryStatus = "loading" | "ready" | "failed" | "refused"

/** Somebody who types, until when that holds. */
export interface Typist {
  readonly name: string
  readonly untilMs: number
}

/** What a search answers, the newest first. */
export interface Found extends SearchResults {
  /** Where the next page begins. */
  readonly Before?: unknown
}

export interface FoundAnywhere extends Found {
  readonly Text: string
}

/** All rooms, the liveliest first; null until they are known. */
export const $rooms = atom<ReadonlyArray<ChatSummary> | null>(null)
export const $roomsFailed = atom(false)
/** The room that the address names. */
export const $opened = atom<OpenedRoom | null>(null)
export const $status = atom<HistoryStatus>("loading")
/** What waits to be sent in that room. */
export const $outgoing = atom<ReadonlyArray<Outgoing>>([])
export const $typists = atom<ReadonlyMap<string, Typist>>(new Map())
/** The message that was jumped to. */
export const $target = atom<number | null>(null)
/** What was searched for: it is marked where it stands. */
export const $sought = atom("")
/** What was found in all rooms; null while nothing is searched there. */
export const $foundAnywhere = atom<FoundAnywhere | null>(null)
/** Up to where the room was read when it was opened: what is beyond stands below a line. */
export const $readBefore = atom<number | null>(null)

/** The room that is shown, as the list has it. */
export const openedIn = (
  rooms: ReadonlyArray<ChatSummary> | null,
  opened: RoomAddress | null,
): ChatSummary | undefined =>
  rooms?.find(({ Scope, TargetUserCode }) => Scope === opened?.scope && TargetUserCode === opened.target)

/** Messages that came while the page of history was on its way that they belong to. */
export const arrived: Array<ChatMessage> = []

/** Forgets what is shown of a room. */
export const resetRoom = (): void => {
  arrived.length = 0
  $status.set("loading")
  $outgoing.set([])
  $typists.set(new Map())
  $target.set(null)
  $sought.set("")
  $readBefore.set(null)
}
