import type { Command } from "#contract/chat"

/** Fields per command after its request id; the last one may contain pipes. */
export const FIELD_COUNTS: Readonly<Record<Command, number>> = {
  Tk: 1,
  Hb: 0,
  De: 3,
  Rd: 3,
  Bc: 6,
  Ls: 1,
  Lmh: 1,
  Lh: 3,
  Sh: 3,
  Lm: 3,
  Ed: 4,
  Ty: 2,
  Pr: 1,
  Rs: 1,
  In: 3,
  Bl: 2,
  Rp: 4,
  Rm: 3,
  Re: 5,
}

/** Maximum frame size of a client in bytes. */
export const FRAME_BYTES_MAX = 16 * 1024
/** Characters per push; further lines go into another frame. A single line may be longer. */
export const PUSH_CHARACTERS_MAX = 12 * 1024

/** Always as many fields as the command has; omitted trailing fields are empty. */
export type Frame = { readonly command: Command; readonly id: string; readonly fields: ReadonlyArray<string> }

/** A frame with a known command and invalid fields. An invalid id is empty. */
export type InvalidFrame = { readonly command: Command; readonly id: string; readonly fields: null }

/** Parses a request. Undefined without a known command: there is nothing to answer. */
export function parseFrame(text: string): Frame | InvalidFrame | undefined {
  const [command = "", id = "", ...rest] = cut(text, 2)
  if (!isCommand(command)) return undefined
  const fits = id === "" ? command === "Hb" : REQUEST_ID.test(id)
  if (!fits || CONTROL.test(text)) return { command, id: fits ? id : "", fields: null }
  const count = FIELD_COUNTS[command]
  const [body] = rest
  if (body === undefined) return { command, id, fields: Array.from({ length: count }, () => "") }
  if (count === 0) return { command, id, fields: null }
  const fields = cut(body, count - 1)
  return { command, id, fields: Array.from({ length: count }, (_, at) => fields[at] ?? "") }
}

/** The reply has the command and id of the request, so that the client finds its callback. */
export const writeReply = (command: Command, id: string, payload: string | number): string =>
  `${command}|${id}|${payload}`

/** One line per item. */
export const writePush = (command: Command, lines: ReadonlyArray<string> = []): string =>
  `${command}||${lines.join("\n")}`

/** An error other than missing permission, on one line. */
export const writeError = (key: string, text: string): string => `Error|${key}|${text.replaceAll(/\s+/g, " ")}`

const REQUEST_ID = /^[A-Za-z0-9-]{1,36}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

const isCommand = (text: string): text is Command => Object.hasOwn(FIELD_COUNTS, text)

/** Splits at the first pipes; the rest stays whole. */
function cut(text: string, cuts: number): ReadonlyArray<string> {
  const parts: Array<string> = []
  let from = 0
  while (parts.length < cuts) {
    const at = text.indexOf("|", from)
    if (at === -1) break
    parts.push(text.slice(from, at))
    from = at + 1
  }
  return [...parts, text.slice(from)]
}

/** Topic of all sockets of a person. */
export const personTopic = (personId: string): string => `p:${personId}`
/** Topic of everyone in a group room. */
export const roomTopic = (roomId: string): string => `r:${roomId}`
/** Topic of everyone who watches a person's presence. */
export const presenceTopic = (personId: string): string => `o:${personId}`
