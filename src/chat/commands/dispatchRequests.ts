import { Cause, Effect, Exit } from "effect"
import { type Command, NEED_PERMISSION, type UserInfo } from "#contract/chat"
import { CurrentMeta } from "#core/kernel"
import { type Frame, type InvalidFrame, parseFrame, writeError, writeReply } from "../frame.ts"
import { COSTS } from "../limits/RateLimit.ts"
import type { ChatNode } from "../node/ChatNode.ts"
import type { ConnectedPerson, Peer } from "../peers/Peer.ts"
import { TOKEN_MS_MAX } from "../peers/watchSessions.ts"
import { POLICY_VIOLATION } from "../Socket.ts"
import { type CommandHandler, type CommandServices, Malformed, type Refusal } from "./CommandHandler.ts"
import { deleteMessage, editMessage, reactToMessage, reportMessage } from "./changeMessage.ts"
import { listRoomsWithoutUnread, listRoomsWithUnread } from "./listRooms.ts"
import { loadHistory, loadMessagesAfter } from "./loadHistory.ts"
import { blockPerson, changeMembership, manageRoom } from "./manageRoom.ts"
import { postMessage } from "./postMessage.ts"
import { markRead, resumeRooms } from "./resumeRooms.ts"
import { searchMessages } from "./searchMessages.ts"
import { showTyping, watchPresence } from "./watchPresence.ts"

const handlers: Readonly<Record<Exclude<Command, "Tk" | "Hb">, CommandHandler>> = {
  Bc: postMessage,
  Bl: blockPerson,
  De: deleteMessage,
  Ed: editMessage,
  In: changeMembership,
  Lh: loadHistory,
  Lm: loadMessagesAfter,
  Lmh: listRoomsWithUnread,
  Ls: listRoomsWithoutUnread,
  Pr: watchPresence,
  Rd: markRead,
  Re: reactToMessage,
  Rm: manageRoom,
  Rp: reportMessage,
  Rs: resumeRooms,
  Sh: searchMessages,
  Ty: showTyping,
}

/** Wrong tokens per socket. */
export const WRONG_TOKENS_MAX = 5
/** Heartbeat interval of clients (specification, section 9). */
const HEARTBEAT_MS = 3_000

/**
 * Signs a person in with a session token. Pushes start with the reply. A wrong token leaves the socket signed in as
 * before.
 */
const signIn = async (node: ChatNode, peer: Peer, token: string): Promise<string> => {
  const member = await node.tokens.get(token)
  if (peer.wire === null) return NEED_PERMISSION
  if (member === undefined) {
    peer.wrongTokens += 1
    if (peer.wrongTokens >= WRONG_TOKENS_MAX) peer.wire.end(POLICY_VIOLATION, "too many tokens")
    return NEED_PERMISSION
  }
  node.presence.unwatch(peer)
  const person = node.people.attach(peer, member, member.sessionId, (arrived) => node.fanout.load(arrived))
  // Earlier events are not pushed: the first list must include them.
  person.advance(node.follower)
  const [unread] = await Promise.all([node.unread.get(person.personId), person.ready]).catch((error: unknown) => {
    node.signOut(peer, node.now() + TOKEN_MS_MAX)
    throw error
  })
  const info: UserInfo = {
    UserCode: person.userCode,
    UserDisplayName: person.displayName,
    UnreadCount: unread ?? 0,
    Node: node.nodeId,
    TimeMs: node.now(),
    HeartbeatMs: HEARTBEAT_MS,
    Era: node.eraId,
  }
  return JSON.stringify(info)
}

/** Concurrent requests per socket. */
export const PENDING_REQUESTS_MAX = 100

type PersonCommand = Exclude<Command, "Tk" | "Hb">
export type Run = <A, E>(effect: Effect.Effect<A, E, CommandServices>) => Promise<Exit.Exit<A, E>>

/** For metrics. */
export type Outcome = "done" | "refused" | "failed" | "unread"

export type DispatchOptions = {
  readonly node: ChatNode
  readonly run: Run
  readonly count: (command: Command | "-", outcome: Outcome) => void
  readonly onTrouble: (what: string, error: unknown) => void
}

/** Answers frames of a socket. Unreadable frames are ignored (specification, section 8). */
export const dispatchRequests = ({ node, run, count, onTrouble }: DispatchOptions) => {
  const answer = (peer: Peer, { command, id }: Pick<Frame, "command" | "id">, payload: string, outcome: Outcome) => {
    count(command, outcome)
    peer.send(writeReply(command, id, payload))
  }

  const perform = async (peer: Peer, person: ConnectedPerson, frame: Frame, command: PersonCommand): Promise<void> => {
    const later: Array<() => void> = []
    const context = { node, peer, person, afterReply: (act: () => void) => void later.push(act) }
    const meta = { actor: `user:${person.personId}`, commandId: null, correlationId: null, causationId: null }
    const exit = await run(handlers[command](context, frame.fields).pipe(Effect.provideService(CurrentMeta, meta)))
    if (Exit.isSuccess(exit)) answer(peer, frame, JSON.stringify(exit.value), "done")
    else {
      const refusal = refusalOf(exit.cause)
      if (refusal === undefined) onTrouble(`${command} failed`, Cause.squash(exit.cause))
      answer(peer, frame, payloadOf(refusal), refusal === undefined ? "failed" : "refused")
    }
    for (const act of later) act()
  }

  const enqueue = (peer: Peer, person: ConnectedPerson, frame: Frame, command: PersonCommand): void => {
    peer.pending += 1
    const work = () => perform(peer, person, frame, command).finally(() => (peer.pending -= 1))
    if (COSTS[command].kind !== "write") return void work()
    const writing = (peer.writing ?? Promise.resolve()).then(work).finally(() => {
      if (peer.writing === writing) peer.writing = null
    })
    peer.writing = writing
  }

  const enter = (peer: Peer, frame: Frame) => {
    // Limits how often a socket may send another token.
    if (peer.person?.rateLimit.take(COSTS.Ls, node.now()) === false) return answer(peer, frame, TOO_OFTEN, "refused")
    const signingIn = signIn(node, peer, frame.fields[0] ?? "")
      .then((payload) => answer(peer, frame, payload, payload === NEED_PERMISSION ? "refused" : "done"))
      .catch((error: unknown) => {
        onTrouble("Tk failed", error)
        answer(peer, frame, payloadOf(undefined), "failed")
      })
      .finally(() => {
        if (peer.signingIn === signingIn) peer.signingIn = null
      })
    peer.signingIn = signingIn
  }

  const request = (peer: Peer, frame: Frame | InvalidFrame) => {
    const { command, fields } = frame
    const { person } = peer
    if (command !== "Tk" && command !== "Hb" && person === null) return answer(peer, frame, NEED_PERMISSION, "refused")
    if (fields === null) return answer(peer, frame, payloadOf(new Malformed({ what: "The frame" })), "refused")
    if (command === "Tk" || command === "Hb" || person === null) return
    if (!person.rateLimit.take(COSTS[command], node.now())) return answer(peer, frame, TOO_OFTEN, "refused")
    if (peer.pending >= PENDING_REQUESTS_MAX || peer.isBehind)
      return answer(peer, frame, writeError("chat.busy", "Too many requests are under way."), "refused")
    enqueue(peer, person, frame, command)
  }

  return (peer: Peer, text: string) => {
    const frame = parseFrame(text)
    if (frame === undefined) return count("-", "unread")
    if (frame.command === "Hb" && frame.fields !== null) return answer(peer, frame, String(node.now()), "done")
    const act = () => (frame.command === "Tk" && frame.fields !== null ? enter(peer, frame) : request(peer, frame))
    // Requests after a token wait until the sign-in is complete.
    if (peer.signingIn === null) act()
    else void peer.signingIn.then(act)
  }
}

const TOO_OFTEN = writeError("chat.tooOften", "Too many requests at once.")

const refusalOf = (cause: Cause.Cause<unknown>): (Refusal & { readonly message?: string }) | undefined => {
  const error = Cause.squash(cause)
  return typeof error === "object" && error !== null && "messageKey" in error ? (error as Refusal) : undefined
}

const payloadOf = (refusal: (Refusal & { readonly message?: string }) | undefined): string => {
  if (refusal === undefined) return writeError("chat.failed", "Something went wrong; send it again.")
  if (refusal._tag === "NeedPermission") return NEED_PERMISSION
  return writeError(refusal.messageKey, refusal.message || refusal._tag)
}
