import { CLIENT_ID_LENGTH_MAX, SOCKET_CONNECTING, SOCKET_ERROR, SOCKET_OPEN, type UserInfo } from "#contract/chat"
import { paths } from "../../lib/paths.ts"
import { SESSION_KEYS } from "../../lib/session.ts"
import { loadSession } from "../account/loadSession.ts"
import { $chat, cachedUnread, cacheUnread, NO_CHAT } from "./chatState.ts"
import { ChatConnection, type SocketLike } from "./connection/ChatConnection.ts"
import { readFrame } from "./connection/frame.ts"
import { RequestLine } from "./connection/RequestLine.ts"
import { type ChannelLike, SharedConnection } from "./connection/SharedConnection.ts"
import { OUTGOING_MAX, Outbox, type Outgoing, type Posted } from "./outbox/Outbox.ts"
import { outboxStore } from "./outbox/outboxStore.ts"
import type { PushedLine, RoomAddress } from "./wire.ts"

// The connection of this browser as this page sees it. Header and chat page share it, because a module runs once.

/** Name of the lock of the tab with the socket, and of the channel between tabs. */
const NAME = "quire:chat"

/** Messages between tabs. */
export type TabNote =
  | { readonly kind: "outbox" }
  | { readonly kind: "sent"; readonly message: Outgoing; readonly posted: Posted }

/** Handlers of server and tab messages. */
export interface ChatListener {
  /** The connection is open and signed in: missed messages can be requested. */
  readonly onOpen?: () => void
  /** One line of a push. */
  readonly onPush?: (pushed: PushedLine) => void
  readonly onNote?: (note: TabNote) => void
  /** A new era of the log: loaded messages may be gone. Called before `onOpen`. */
  readonly onEra?: () => void
}

const listeners = new Set<ChatListener>()
const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

let shared: SharedConnection | undefined
/** The era of the log as the server named it last. */
let eraId = ""

/** The user code of this page; "" after signing out. */
export const ownCode = (): string => document.documentElement.dataset["member"] ?? ""

/** A random id of letters and digits. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CLIENT_ID_LENGTH_MAX / 2)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")

export const line = new RequestLine({
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
  eraId: () => eraId,
  nowMs: Date.now,
  post: ({ scope, target, clientId, replyTo, pictures, files = [], text }) => {
    const keys = [...pictures, ...files.map(({ Key }) => Key)].join(",")
    return line.request<Posted>("Bc", scope, target, clientId, replyTo ?? "", keys, text)
  },
  after,
  onSent: (message, posted) => note({ kind: "sent", message, posted }),
  onChange: () => note({ kind: "outbox" }),
})

export const startChat = (): void => {
  if (shared !== undefined || ownCode() === "") return
  $chat.setKey("UnreadCount", cachedUnread(ownCode()))
  shared = open()
  addEventListener("online", () => shared?.online())
  addEventListener("offline", () => shared?.offline())
  // A page in the back/forward cache must release the connection.
  addEventListener("pagehide", stopChat)
  // The session ends before the next page loads: do not request another token.
  addEventListener("submit", ({ target, submitter }) => {
    const action = submitter?.getAttribute("formaction") ?? (target as HTMLFormElement).getAttribute("action")
    if (action === paths.signOut) stopChat()
  })
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && ownCode() !== "") shared ??= open()
  })
  addEventListener("storage", ({ key, newValue }) => {
    // Signed out in another tab.
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

/** Whether this tab holds the connection. */
export const isLeading = (): boolean => shared?.isLeading === true

/** Returns a function that unsubscribes. */
export const listen = (listener: ChatListener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Queues a message; false if too many wait or storage is unavailable. */
export const sendMessage = async (
  message: RoomAddress & Pick<Outgoing, "text" | "replyTo" | "pictures" | "files">,
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

/** Sends a refused message again under its id. */
export const sendAgain = async (message: Outgoing): Promise<void> => {
  await outboxStore.put({ ...message, refused: null })
  note({ kind: "outbox" })
}

/** Discards a refused message. */
export const giveUp = async ({ clientId }: Outgoing): Promise<void> => {
  await outboxStore.remove(clientId)
  note({ kind: "outbox" })
}

/** Queued messages of a room. */
export const outgoingOf = async ({ scope, target }: RoomAddress): Promise<ReadonlyArray<Outgoing>> => {
  const all = await outboxStore.all().catch(() => [])
  return all
    .filter((each) => each.userCode === ownCode() && each.scope === scope && each.target === target)
    .sort((one, other) => one.atMs - other.atMs)
}

/** Sets the total of unread messages. */
export const setUnread = (count: number): void => {
  $chat.setKey("UnreadCount", count)
  cacheUnread(ownCode(), count)
}

const note = (what: TabNote): void => shared?.note(what)

/** A channel without other tabs. */
const ALONE: ChannelLike = { postMessage: () => {}, close: () => {}, onmessage: null }

const open = (): SharedConnection => {
  const { url = "" } = document.querySelector<HTMLElement>("#chat-code")?.dataset ?? {}
  // Locks need a secure context. Without them each tab has its own connection.
  const isShared = navigator.locks !== undefined
  const channel = isShared ? (new BroadcastChannel(NAME) as unknown as ChannelLike) : ALONE
  const made = new SharedConnection({
    channel,
    lead: (whenLeading) => {
      if (isShared) void navigator.locks.request(NAME, whenLeading)
      else void whenLeading()
    },
    connect: (parts) =>
      new ChatConnection({
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
    onUser: ({ UnreadCount, Era }: UserInfo) => {
      const isNew = eraId !== "" && eraId !== Era
      eraId = Era
      setUnread(UnreadCount)
      if (made.isLeading) void outbox.rewind().catch(() => {})
      if (isNew) for (const { onEra } of listeners) onEra?.()
    },
    onFrame: receive,
    onNote: (what) => {
      const pushed = what as TabNote
      if (pushed.kind === "outbox" && made.isLeading) void outbox.flush().catch(() => {})
      for (const { onNote } of listeners) onNote?.(pushed)
    },
    onLead: () => void outbox.flush().catch(() => {}),
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

/** The cookie may have a newer token than scripts know. */
const renewToken = async (): Promise<boolean> => {
  const refused = token()
  await loadSession()
  return token() !== null && token() !== refused
}

const receive = (text: string): void => {
  line.receive(text)
  const frame = readFrame(text)
  if (frame?.kind === "reply" && (frame.command === "Rd" || frame.command === "Lmh") && frame.answer.ok) {
    // Reading in one tab counts for all of them.
    const { UnreadCount } = frame.answer.data as { readonly UnreadCount?: number }
    if (typeof UnreadCount === "number") setUnread(UnreadCount)
  }
  if (frame?.kind !== "push") return
  for (const each of frame.messages) {
    const pushed = { ...(each as object), Command: frame.command } as PushedLine
    if (isLeading() && (pushed.Command === "Ed" || pushed.Command === "De"))
      void outbox.changed(pushed.Room, pushed.Seq, pushed.Command === "Ed" ? pushed.Message : null).catch(() => {})
    if (pushed.Command === "Bc") $chat.setKey("receivedNewMessage", pushed)
    else $chat.setKey("receivedCommand", pushed)
    for (const { onPush } of listeners) onPush?.(pushed)
  }
}
