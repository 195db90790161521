/** Bytes of one reply's JSON: a socket that reads slowly must not be closed for what it asked for. */
export const REPLY_BYTES_MAX = 48 * 1024

/** How many bytes something takes as JSON. Texts of some languages have three times as many as they have characters. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** As many things as one reply may hold, one at least, from that side on where the reply before it ended. */
export const fitted = <A>(
  all: ReadonlyArray<A>,
  keep: "first" | "last",
  bytesMax: number = REPLY_BYTES_MAX,
): ReadonlyArray<A> => {
  const inOrder = keep === "first" ? all : all.toReversed()
  const fitting: Array<A> = []
  let bytes = 0
  for (const each of inOrder) {
    bytes += bytesOf(each) + 1
    if (bytes > bytesMax && fitting.length > 0) break
    fitting.push(each)
  }
  return keep === "first" ? fitting : fitting.reverse()
}
