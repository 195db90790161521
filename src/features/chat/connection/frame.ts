import { NEED_PERMISSION } from "#contract/chat"

/** A server frame: an answer or a push. */
export type Frame =
  | { readonly kind: "reply"; readonly command: string; readonly id: string; readonly answer: Answer<unknown> }
  | { readonly kind: "push"; readonly command: string; readonly messages: ReadonlyArray<unknown> }

/** `text` is "Need Permission" or an error; `key` is its message key, if any. */
export type Answer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly text: string; readonly key?: string }

/** Only the last field may contain pipes. */
export const writeRequest = (command: string, id: string, fields: ReadonlyArray<string | number>): string =>
  [command, id, ...fields].join("|")

/** Undefined for frames that are not understood. */
export const readFrame = (text: unknown): Frame | undefined => {
  if (typeof text !== "string") return undefined
  const [, command, id, payload] = FRAME.exec(text) ?? []
  if (command === undefined || id === undefined || payload === undefined) return undefined
  try {
    return id === "" ? pushed(command, payload) : { kind: "reply", command, id, answer: answerIn(payload) }
  } catch {
    return undefined
  }
}

const FRAME = /^([A-Z][a-z]{1,2})\|([A-Za-z0-9-]{0,36})\|(.*)$/s

const pushed = (command: string, payload: string): Frame => {
  const messages = payload.split("\n").filter((line) => line !== "")
  return { kind: "push", command, messages: messages.map((line): unknown => JSON.parse(line)) }
}

const answerIn = (payload: string): Answer<unknown> => {
  if (payload === NEED_PERMISSION) return { ok: false, text: NEED_PERMISSION }
  const [, key, said] = /^Error\|([^|]*)\|(.*)$/s.exec(payload) ?? []
  if (key !== undefined && said !== undefined) return { ok: false, text: said, key }
  return { ok: true, data: JSON.parse(payload) }
}
