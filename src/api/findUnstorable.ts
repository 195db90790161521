import { isStorable } from "#core/kernel"

/**
 * The first field of a JSON body with what no column can hold: U+0000 or half of a character. JSON that is valid can write
 * both, and they would be found only where what somebody wrote was kept already. Undefined where there is none.
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

/** As only escapes can be: decoding UTF-8 leaves no half characters, and JSON has no NUL as it is. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i
