/** The ten commands of the socket (specification section 7), in the words of docs/socket-protocol.md. */
export const COMMANDS = ["Tk", "Hb", "De", "Rd", "Bc", "Ls", "Lmh", "Lh", "Sh", "Lm"] as const
export type Command = (typeof COMMANDS)[number]

/** Largest frame in bytes, both ways. */
export const FRAME_BYTES_MAX = 16 * 1024

/** What a client sent: a command and the text after the first pipe, which may hold pipes itself. */
export interface Frame {
  readonly command: Command
  readonly body: string
}

/** Why a text is no frame; a client that sends such a thing is not ours. */
export type Malformed = "unknown command" | "control character"

/** Reads `Command` or `Command|body`. Line breaks and tabs are the only control characters that a body may hold. */
export function parseFrame(text: string): Frame | Malformed {
  if (CONTROL.test(text)) return "control character"
  const end = text.indexOf("|")
  const command = end === -1 ? text : text.slice(0, end)
  return isCommand(command) ? { command, body: end === -1 ? "" : text.slice(end + 1) } : "unknown command"
}

/** Writes an answer: the same command, so that the callback that waits for it is found, then its fields. */
export const writeFrame = (command: Command, ...fields: ReadonlyArray<string | number>): string =>
  [command, ...fields].join("|")

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

const isCommand = (text: string): text is Command => (COMMANDS as ReadonlyArray<string>).includes(text)
