/** A relayed response may take this long in all: clients that read slowly must not keep their slot. */
export const RELAY_MS_MAX = 900_000

/** Fails if a server sends more than allowed, or if the whole takes too long. */
export async function* limitRelay(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  now: () => number = () => performance.now(),
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  const deadlineMs = now() + RELAY_MS_MAX
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error("the file is longer than allowed")
    if (now() > deadlineMs) throw new Error("the file took too long to relay")
    yield chunk
  }
}
