import { atom } from "nanostores"
import type { ChatMessage, ChatSummary, SearchResults } from "#contract/chat"
import type { Outgoing } from "../outbox/Outbox.ts"
import type { RoomAddress, RoomHistory } from "../wire.ts"

/** The open room, with a name until the list is loaded. */
export interface OpenedRoom extends RoomAddress {
  readonly name: string
}

/** `refused`: the history may not be read. */
export type HistoryStatus = "loading" | "ready" | "failed" | "refused"

/** A typing person, until a time. */
export interface Typist {
  readonly name: string
  readonly untilMs: number
}

/** Search results, newest first. */
export interface Found extends SearchResults {
  /** The cursor of the next page. */
  readonly Before?: unknown
}

export interface FoundAnywhere extends Found {
  readonly Text: string
}

/** All rooms, most recent first; null until loaded. */
export const $rooms = atom<ReadonlyArray<ChatSummary> | null>(null)
export const $roomsFailed = atom(false)
/** The room in the address. */
export const $opened = atom<OpenedRoom | null>(null)
export const $status = atom<HistoryStatus>("loading")
/** Queued messages of that room. */
export const $outgoing = atom<ReadonlyArray<Outgoing>>([])
export const $typists = atom<ReadonlyMap<string, Typist>>(new Map())
/** The message that was jumped to. */
export const $target = atom<number | null>(null)
/** The first message of the open thread, from the address, and the loaded thread. */
export const $threadSeq = atom<number | null>(null)
export const $thread = atom<RoomHistory | null>(null)
/** The search term, marked in the messages. */
export const $sought = atom("")
/** Results of all rooms; null without a search. */
export const $foundAnywhere = atom<FoundAnywhere | null>(null)
/** The read pointer when the room was opened: a line follows it. */
export const $readBefore = atom<number | null>(null)

/** The open room in the list. */
export const openedIn = (
  rooms: ReadonlyArray<ChatSummary> | null,
  opened: RoomAddress | null,
): ChatSummary | undefined =>
  rooms?.find(({ Scope, TargetUserCode }) => Scope === opened?.scope && TargetUserCode === opened.target)

/** Messages pushed while their page of history was loading. */
export const arrived: Array<ChatMessage> = []

export const resetRoom = (): void => {
  arrived.length = 0
  $status.set("loading")
  $outgoing.set([])
  $typists.set(new Map())
  $target.set(null)
  $sought.set("")
  $readBefore.set(null)
}
