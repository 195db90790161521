import { type ChatHistory, type ChatMessage, REACTION_PEOPLE_SHOWN_MAX, type ServerPushes } from "#contract/chat"
import type { RoomHistory } from "../wire.ts"

/** Messages shown at once; those at the other end are dropped and loaded again by scrolling. */
export const SHOWN_MAX = 600
/** Early messages kept until the gap before them is filled. */
export const EARLY_MAX = 200

/** Starts from a page. `hasNewer`: the room continues after it. */
export const historyOf = (page: ChatHistory, hasNewer: boolean): RoomHistory => ({
  ...page,
  HasNewer: hasNewer,
  Known: page.Messages.at(-1)?.Seq ?? 0,
  Early: [],
})

export const withOlder = (history: RoomHistory, page: ChatHistory): RoomHistory => {
  const first = history.Messages[0]?.Seq ?? Number.POSITIVE_INFINITY
  const older = page.Messages.filter(({ Seq }) => Seq < first)
  const all = [...older, ...history.Messages]
  const shown = all.slice(0, SHOWN_MAX)
  const isCut = shown.length < all.length
  return {
    ...history,
    Messages: shown,
    HasMore: page.HasMore,
    ...(isCut ? { HasNewer: true, Known: shown.at(-1)?.Seq ?? 0, Early: [] } : {}),
  }
}

/** Adds the following page or missed messages. */
export const withNewer = (history: RoomHistory, page: Pick<ChatHistory, "Messages" | "HasMore">): RoomHistory => {
  const added = page.Messages.filter(({ Seq }) => Seq > history.Known)
  const known = Math.max(history.Known, added.at(-1)?.Seq ?? 0)
  return caughtUp({
    ...appended(history, added),
    Known: known,
    HasNewer: history.HasNewer && page.HasMore,
  })
}

/** Adds a pushed message: duplicates are ignored, early ones wait. */
export const withReceived = (history: RoomHistory, message: ChatMessage): RoomHistory => {
  if (history.HasNewer || message.Seq <= history.Known) return history
  const early = [...history.Early.filter(({ Seq }) => Seq !== message.Seq), message]
    .sort((one, other) => one.Seq - other.Seq)
    .slice(0, EARLY_MAX)
  return caughtUp({ ...history, Early: early })
}

/** Messages are missing between the shown and the early ones. */
export const hasGap = ({ Early }: RoomHistory): boolean => Early.length > 0

/** Skips messages that the server no longer has, such as those of erased authors. */
export const withoutGap = (history: RoomHistory): RoomHistory => {
  const [next] = history.Early
  return next === undefined ? history : caughtUp({ ...history, Known: next.Seq - 1 })
}

/** Replaces messages with their current state. */
export const withRefreshed = (history: RoomHistory, messages: ReadonlyArray<ChatMessage>): RoomHistory => {
  const fresh = new Map(messages.map((message) => [message.Seq, message]))
  return { ...history, Messages: history.Messages.map((message) => fresh.get(message.Seq) ?? message) }
}

/** Replaces an edited or removed message; removed ones stay removed. */
export const withChanged = (history: RoomHistory, changed: ChangedMessage): RoomHistory => {
  const change = (message: ChatMessage) =>
    message.Seq === changed.Seq && !message.Removed ? { ...message, ...changed } : message
  return { ...history, Messages: history.Messages.map(change), Early: history.Early.map(change) }
}
export type ChangedMessage = Pick<ChatMessage, "Seq"> &
  Partial<Pick<ChatMessage, "Message" | "Edited" | "Removed" | "Pictures" | "Files">>

/** Counts a new message at those that it answers, directly or indirectly. */
export const withReplyCounted = (history: RoomHistory, { ReplyTo }: ChatMessage): RoomHistory => {
  if (ReplyTo === null) return history
  const answered = new Map(history.Messages.map((message) => [message.Seq, message.ReplyTo]))
  const counted = new Set<number>()
  // A message answers an earlier one, so this ends.
  for (let seq: number | null | undefined = ReplyTo; seq != null; seq = answered.get(seq)) counted.add(seq)
  return {
    ...history,
    Messages: history.Messages.map((message) =>
      counted.has(message.Seq) ? { ...message, Replies: (message.Replies ?? 0) + 1 } : message,
    ),
  }
}

/** Adds a pushed message to a thread if it belongs there. */
export const withThreadReply = (thread: RoomHistory, message: ChatMessage): RoomHistory => {
  const isIn = thread.Messages.some(({ Seq }) => Seq === message.ReplyTo)
  const isKnown = thread.Messages.some(({ Seq }) => Seq === message.Seq)
  if (!isIn || isKnown || thread.Room !== message.Room) return thread
  return { ...thread, Messages: [...thread.Messages, message].sort((one, other) => one.Seq - other.Seq) }
}

/** Applies a pushed reaction, which carries the new count. */
export const withReaction = (history: RoomHistory, reaction: ServerPushes["Re"], userCode: string): RoomHistory => {
  const change = (message: ChatMessage) =>
    message.Seq === reaction.Seq
      ? { ...message, Reactions: afterReaction(message.Reactions ?? [], reaction, userCode) }
      : message
  return { ...history, Messages: history.Messages.map(change), Early: history.Early.map(change) }
}

const afterReaction = (
  reactions: NonNullable<ChatMessage["Reactions"]>,
  { Emoji, Count, UserCode, UserDisplayName, On }: ServerPushes["Re"],
  userCode: string,
): NonNullable<ChatMessage["Reactions"]> => {
  const before = reactions.find((each) => each.Emoji === Emoji)
  const others = reactions.filter((each) => each !== before)
  if (Count === 0) return others
  const people = (before?.People ?? []).filter((each) => each.UserCode !== UserCode)
  const People = On
    ? [...people, { UserCode, DisplayName: UserDisplayName }].slice(0, REACTION_PEOPLE_SHOWN_MAX)
    : people
  return [...others, { Emoji, Count, Own: UserCode === userCode ? On : before?.Own === true, People }]
}

const caughtUp = (history: RoomHistory): RoomHistory => {
  const early = history.Early.filter(({ Seq }) => Seq > history.Known)
  const added: Array<ChatMessage> = []
  for (const message of early) {
    if (message.Seq !== history.Known + added.length + 1) break
    added.push(message)
  }
  const known = history.Known + added.length
  return { ...appended(history, added), Known: known, Early: early.slice(added.length) }
}

const appended = (history: RoomHistory, added: ReadonlyArray<ChatMessage>): RoomHistory => {
  if (added.length === 0) return history
  const all = [...history.Messages, ...added]
  const shown = all.slice(-SHOWN_MAX)
  return { ...history, Messages: shown, HasMore: history.HasMore || shown.length < all.length }
}
