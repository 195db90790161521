import { Cause, Effect, Exit } from "effect"
import { type Command, NEED_PERMISSION } from "#contract/chat"
import { CurrentMeta } from "#core/kernel"
import { type Frame, parseFrame, type Unfit, writeError, writeReply } from "../frame.ts"
import { PRICES } from "../limits/Allowance.ts"
import type { ChatNode } from "../node/ChatNode.ts"
import type { LivePerson, Peer } from "../peers/Peer.ts"
import { Malformed, type Needs, type Refusal } from "./Handler.ts"
import { handlers } from "./handlers.ts"
import { signIn } from "./signIn.ts"

/** Requests of one socket that may be under way. */
export const UNDERWAY_MAX = 100

type Asked = Exclude<Command, "Tk" | "Hb">
export type Run = <A, E>(effect: Effect.Effect<A, E, Needs>) => Promise<Exit.Exit<A, E>>

/** What became of the requests of a node, for metrics. */
export type Outcome = "done" | "refused" | "failed" | "unread"

export type CarryOutOptions = {
  readonly node: ChatNode
  readonly run: Run
  readonly count: (command: Command | "-", outcome: Outcome) => void
  readonly onTrouble: (what: string, error: unknown) => void
}

/** Answers what is said on a socket. What nobody can read is passed over (specification, section 8). */
export const carryOut = ({ node, run, count, onTrouble }: CarryOutOptions) => {
  const answer = (peer: Peer, { command, id }: Pick<Frame, "command" | "id">, payload: string, outcome: Outcome) => {
    count(command, outcome)
    peer.send(writeReply(command, id, payload))
  }

  const perform = async (peer: Peer, person: LivePerson, frame: Frame, command: Asked): Promise<void> => {
    const later: Array<() => void> = []
    const asker = { node, peer, person, afterwards: (act: () => void) => void later.push(act) }
    const meta = { actor: `user:${person.personId}`, commandId: null, correlationId: null, causationId: null }
    const exit = await run(handlers[command](asker, frame.fields).pipe(Effect.provideService(CurrentMeta, meta)))
    if (Exit.isSuccess(exit)) answer(peer, frame, JSON.stringify(exit.value), "done")
    else {
      const refusal = refusalOf(exit.cause)
      if (refusal === undefined) onTrouble(`${command} failed`, Cause.squash(exit.cause))
      answer(peer, frame, payloadOf(refusal), refusal === undefined ? "failed" : "refused")
    }
    for (const act of later) act()
  }

  const enqueue = (peer: Peer, person: LivePerson, frame: Frame, command: Asked): void => {
    peer.underway += 1
    const work = () => perform(peer, person, frame, command).finally(() => (peer.underway -= 1))
    if (PRICES[command].kind !== "write") return void work()
    const writing = (peer.writing ?? Promise.resolve()).then(work).finally(() => {
      if (peer.writing === writing) peer.writing = null
    })
    peer.writing = writing
  }

  const enter = (peer: Peer, frame: Frame) => {
    // Another token may be brought, but not all the time.
    if (peer.person?.allowance.take(PRICES.Ls, node.now()) === false) return answer(peer, frame, TOO_OFTEN, "refused")
    const entering = signIn(node, peer, frame.fields[0] ?? "")
      .then((payload) => answer(peer, frame, payload, payload === NEED_PERMISSION ? "refused" : "done"))
      .catch((error: unknown) => {
        onTrouble("Tk failed", error)
        answer(peer, frame, payloadOf(undefined), "failed")
      })
      .finally(() => {
        if (peer.entering === entering) peer.entering = null
      })
    peer.entering = entering
  }

  const request = (peer: Peer, frame: Frame | Unfit) => {
    const { command, fields } = frame
    const { person } = peer
    if (command !== "Tk" && command !== "Hb" && person === null) return answer(peer, frame, NEED_PERMISSION, "refused")
    if (fields === null) return answer(peer, frame, payloadOf(new Malformed({ what: "The frame" })), "refused")
    if (command === "Tk" || command === "Hb" || person === null) return
    if (!person.allowance.take(PRICES[command], node.now())) return answer(peer, frame, TOO_OFTEN, "refused")
    if (peer.underway >= UNDERWAY_MAX || peer.isBehind)
      return answer(peer, frame, writeError("chat.busy", "Too many requests are under way."), "refused")
    enqueue(peer, person, frame, command)
  }

  return (peer: Peer, text: string) => {
    const frame = parseFrame(text)
    if (frame === undefined) return count("-", "unread")
    if (frame.command === "Hb" && frame.fields !== null) return answer(peer, frame, String(node.now()), "done")
    const act = () => (frame.command === "Tk" && frame.fields !== null ? enter(peer, frame) : request(peer, frame))
    // What is sent behind a token waits until it is known whose that is.
    if (peer.entering === null) act()
    else void peer.entering.then(act)
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
