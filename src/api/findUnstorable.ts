import { isStorable } from "#core/kernel"

/**
 * The first field of a JSON body that no column can store: U+0000 or half of a surrogate pair. Valid JSON can contain
 * both, and the error would otherwise appear only after the event was stored. Undefined if there is none.
 */
export const findUnstorable = (body: Uint8Array): string | undefined => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8")
  if (!ESCAPED.test(text)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const waiting: Array<readonly [path: string, value: unknown]> = [["", value]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, each] = next
    if (typeof each === "string" && !isStorable(each)) return path
    if (typeof each !== "object" || each === null) continue
    for (const [name, inner] of Object.entries(each)) {
      if (!isStorable(name)) return path
      waiting.push([path === "" ? name : `${path}.${name}`, inner])
    }
  }
  return undefined
}

/** Both can only be written as escapes: decoded UTF-8 has no half characters, and raw JSON no NUL. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i
