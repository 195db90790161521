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
    if (done) return new Uint8Array(Buffer.concat(chunks))
    length += value.length
    if (length > bytesMax) {
      void reader?.cancel().catch(() => undefined)
      return "too-large"
    }
    chunks.push(value)
  }
}
