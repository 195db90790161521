import type { Command } from "#contract/chat"

/** How many fields each command has after its request id; the last of them may hold pipes. */
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
}

/** Largest frame of a client in bytes. */
export const FRAME_BYTES_MAX = 16 * 1024
/** Characters of a push, beyond which what waits goes in another one. A single line may be longer. */
export const PUSH_CHARACTERS_MAX = 12 * 1024

/** What a client asks for: always as many fields as the command has, those that were left out at the end empty. */
export type Frame = { readonly command: Command; readonly id: string; readonly fields: ReadonlyArray<string> }

/** A frame whose sender can be told that it does not fit: its command is known. An unfit id is empty. */
export type Unfit = { readonly command: Command; readonly id: string; readonly fields: null }

/** Reads a request. Nothing where no known command begins it: nobody would know what an answer belongs to. */
export function parseFrame(text: string): Frame | Unfit | undefined {
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

/** Writes the answer to a request: the same command and id, so that the callback that waits for it is found. */
export const writeReply = (command: Command, id: string, payload: string | number): string =>
  `${command}|${id}|${payload}`

/** Writes what nobody asked for, one line for each thing. */
export const writePush = (command: Command, lines: ReadonlyArray<string> = []): string =>
  `${command}||${lines.join("\n")}`

/** Writes a refusal that is no lack of permission. Its text is one line. */
export const writeError = (key: string, text: string): string => `Error|${key}|${text.replaceAll(/\s+/g, " ")}`

const REQUEST_ID = /^[A-Za-z0-9-]{1,36}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

const isCommand = (text: string): text is Command => Object.hasOwn(FIELD_COUNTS, text)

/** Cuts a text at its first pipes; what is behind the last of them stays whole. */
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
