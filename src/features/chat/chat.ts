import { CLIENT_ID_LENGTH_MAX, SOCKET_CONNECTING, SOCKET_ERROR, SOCKET_OPEN, type UserInfo } from "#contract/chat"
import { paths } from "../../lib/paths.ts"
import { SESSION_KEYS } from "../../lib/session.ts"
import { loadSession } from "../account/loadSession.ts"
import { $chat, NO_CHAT } from "./chatState.ts"
import { keepUnread, keptUnread } from "./keptUnread.ts"
import { Connection, type SocketLike } from "./line/Connection.ts"
import { readFrame } from "./line/frame.ts"
import { Line } from "./line/Line.ts"
import { type ChannelLike, SharedLine } from "./line/SharedLine.ts"
import { Outbox } from "./outbox/Outbox.ts"
import { OUTGOING_MAX, type Outgoing, type Posted } from "./outbox/Outgoing.ts"
import { outboxStore } from "./outbox/outboxStore.ts"
import type { PushedLine, RoomAddress } from "./wire.ts"

// The one connection of this browser, as this page sees it: header and chat page share it, because a module runs once.

/** The name of the lock that the tab with the socket holds, and of the channel on which tabs speak to each other. */
const NAME = "quire:chat"

/** What tabs note for each other. */
export type Note =
  | { readonly kind: "outbox" }
  | { readonly kind: "sent"; readonly message: Outgoing; readonly posted: Posted }

/** What listens to the server and to other tabs. */
export interface Listener {
  /** Somebody signed in on the connection, which is open from now on: what was missed can be asked for. */
  readonly onOpen?: () => void
  /** The server told something by itself: one line of it. */
  readonly onTold?: (told: PushedLine) => void
  readonly onNote?: (note: Note) => void
}

const listeners = new Set<Listener>()
const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

let shared: SharedLine | undefined

/** Who reads this page; "" once nobody is signed in. */
export const ownCode = (): string => document.documentElement.dataset["member"] ?? ""

/** Letters and digits that nothing else is called by. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CLIENT_ID_LENGTH_MAX / 2)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")

/** This page's requests. */
export const line = new Line({
  wire: {
    state: () => $chat.get().socketState,
    send: (text) => shared?.send(text),
  },
  newId,
  after,
  log: (text) => console.info(text),
})

const outbox = new Outbox({
  store: outboxStore,
  userCode: ownCode,
  post: ({ scope, target, clientId, replyTo, pictures, text }) =>
    line.request<Posted>("Bc", scope, target, clientId, replyTo ?? "", pictures.join(","), text),
  after,
  onSent: (message, posted) => note({ kind: "sent", message, posted }),
  onChange: () => note({ kind: "outbox" }),
})

/** Opens the connection where it is not open yet. */
export const startChat = (): void => {
  if (shared !== undefined || ownCode() === "") return
  $chat.setKey("UnreadCount", keptUnread(ownCode()))
  shared = open()
  addEventListener("online", () => shared?.online())
  addEventListener("offline", () => shared?.offline())
  // A page that goes into the browser's cache must not keep the connection from the others.
  addEventListener("pagehide", stopChat)
  // The server ends the session before the next page comes: asking it for another token meanwhile is in vain.
  addEventListener("submit", ({ target, submitter }) => {
    const action = submitter?.getAttribute("formaction") ?? (target as HTMLFormElement).getAttribute("action")
    if (action === paths.signOut) stopChat()
  })
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && ownCode() !== "") shared ??= open()
  })
  addEventListener("storage", ({ key, newValue }) => {
    // Somebody signed out in another tab.
    if (key !== SESSION_KEYS.token || newValue !== null) return
    stopChat()
    $chat.set({ ...NO_CHAT, socketState: SOCKET_ERROR })
  })
}

const stopChat = (): void => {
  shared?.stop()
  shared = undefined
  $chat.setKey("socketState", SOCKET_CONNECTING)
  line.changed()
}

/** Whether this tab holds the connection of all. */
export const isLeading = (): boolean => shared?.isLeading === true

/** Listens to the connection; answers what ends that. */
export const listen = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Puts a message on its way; false where too many wait already, or the browser keeps nothing. */
export const sendMessage = async (
  message: RoomAddress & Pick<Outgoing, "text" | "replyTo" | "pictures">,
): Promise<boolean> => {
  try {
    if ((await outboxStore.all()).length >= OUTGOING_MAX) return false
    await outboxStore.put({ ...message, clientId: newId(), userCode: ownCode(), atMs: Date.now(), refused: null })
  } catch {
    return false
  }
  note({ kind: "outbox" })
  return true
}

/** Sends a refused message again, under its own id. */
export const sendAgain = async (message: Outgoing): Promise<void> => {
  await outboxStore.put({ ...message, refused: null })
  note({ kind: "outbox" })
}

/** Gives a refused message up. */
export const giveUp = async ({ clientId }: Outgoing): Promise<void> => {
  await outboxStore.remove(clientId)
  note({ kind: "outbox" })
}

/** What waits in a room. */
export const outgoingOf = async ({ scope, target }: RoomAddress): Promise<ReadonlyArray<Outgoing>> => {
  const all = await outboxStore.all().catch(() => [])
  return all
    .filter((each) => each.userCode === ownCode() && each.scope === scope && each.target === target)
    .sort((one, other) => one.atMs - other.atMs)
}

/** Notes how many messages are unread in all rooms. */
export const setUnread = (count: number): void => {
  $chat.setKey("UnreadCount", count)
  keepUnread(ownCode(), count)
}

const note = (what: Note): void => shared?.note(what)

/** Speaks to nobody. */
const ALONE: ChannelLike = { postMessage: () => {}, close: () => {}, onmessage: null }

const open = (): SharedLine => {
  const { url = "" } = document.querySelector<HTMLElement>("#chat-code")?.dataset ?? {}
  // Only pages on https or on this machine have locks; elsewhere each tab has a connection of its own, and keeps it to itself.
  const isShared = navigator.locks !== undefined
  const channel = isShared ? (new BroadcastChannel(NAME) as unknown as ChannelLike) : ALONE
  const made = new SharedLine({
    channel,
    lead: (whenLeading) => {
      if (isShared) void navigator.locks.request(NAME, whenLeading)
      else void whenLeading()
    },
    connect: (parts) =>
      new Connection({
        ...parts,
        open: () => new WebSocket(url) as unknown as SocketLike,
        token,
        renewToken,
        userCode: ownCode,
        after,
        random: Math.random,
      }),
    onState: (state) => {
      $chat.setKey("socketState", state)
      line.changed()
      if (state === SOCKET_OPEN) for (const { onOpen } of listeners) onOpen?.()
    },
    onUser: ({ UnreadCount }: UserInfo) => setUnread(UnreadCount),
    onFrame: hear,
    onNote: (what) => {
      const told = what as Note
      if (told.kind === "outbox" && made.isLeading) void outbox.look().catch(() => {})
      for (const { onNote } of listeners) onNote?.(told)
    },
    onLead: () => void outbox.look().catch(() => {}),
  })
  return made
}

const token = (): string | null => {
  try {
    return localStorage.getItem(SESSION_KEYS.token)
  } catch {
    return null
  }
}

/** The cookie may know a newer token than scripts do. */
const renewToken = async (): Promise<boolean> => {
  const refused = token()
  await loadSession()
  return token() !== null && token() !== refused
}

const hear = (text: string): void => {
  line.hear(text)
  const frame = readFrame(text)
  if (frame?.kind === "reply" && (frame.command === "Rd" || frame.command === "Lmh") && frame.answer.ok) {
    // Whichever tab asked: reading in one of them is reading in all.
    const { UnreadCount } = frame.answer.data as { readonly UnreadCount?: number }
    if (typeof UnreadCount === "number") setUnread(UnreadCount)
  }
  if (frame?.kind !== "push") return
  for (const each of frame.told) {
    const told = { ...(each as object), Command: frame.command } as PushedLine
    if (told.Command === "Bc") $chat.setKey("receivedNewMessage", told)
    else $chat.setKey("receivedCommand", told)
    for (const { onTold } of listeners) onTold?.(told)
  }
}
