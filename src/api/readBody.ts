/** Maximum JSON body in bytes (specification, section 9: max content length). */
export const BODY_BYTES_MAX = 2_000_000

/** The whole body, or a marker that it exceeds the limit; reads no further. */
export const readBody = async (
  request: Request,
  bytesMax = BODY_BYTES_MAX,
): Promise<Uint8Array<ArrayBuffer> | "too-large"> => {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) return "too-large"
  const chunks: Array<Uint8Array> = []
  let length = 0
  const reader = request.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return joinAndWipe(chunks, length)
    length += value.length
    if (length > bytesMax) {
      void reader?.cancel().catch(() => undefined)
      return "too-large"
    }
    chunks.push(value)
  }
}

/** Joins the parts of a body and overwrites them, so that a secret or a document stays in one place, whose owner wipes it. */
const joinAndWipe = (chunks: ReadonlyArray<Uint8Array>, length: number): Uint8Array<ArrayBuffer> => {
  const body = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
    chunk.fill(0)
  }
  return body
}
