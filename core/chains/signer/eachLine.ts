import type { Readable } from "node:stream"
import { LINE_LENGTH_MAX } from "./wire.ts"

/** Calls back for each line of a stream; aborts a stream with a line that exceeds the maximum length. */
export function eachLine(stream: Readable, work: (line: string) => void): void {
  let parts: Array<string> = []
  let length = 0
  stream.setEncoding("utf8")
  stream.on("data", (text: string) => {
    const [first = "", ...lines] = text.split("\n")
    parts.push(first)
    length += first.length
    if (length > LINE_LENGTH_MAX) return void stream.destroy()
    for (const next of lines) {
      const line = parts.join("")
      parts = [next]
      length = next.length
      work(line)
    }
  })
}
