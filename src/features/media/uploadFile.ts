import { CHUNK_BYTES_MAX, type MediaKind } from "#contract/media"

/** An uploaded file that posts can show. */
export type UploadedMedia = {
  readonly mediaId: string
  readonly name: string
  readonly kind: MediaKind
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
}

export type UploadStep =
  | { readonly step: "sending"; readonly sent: number; readonly total: number }
  /** The connection broke; the upload continues by itself. */
  | { readonly step: "waiting" }
  | { readonly step: "checking" }

/** The server does not take the file. `message` is its text for people; `signIn` means that the session has ended. */
export class UploadRefused extends Error {
  readonly kind: "refused" | "signIn"
  constructor(kind: "refused" | "signIn", message: string) {
    super(message)
    this.kind = kind
  }
}

export type UploadOptions = {
  readonly onStep?: (step: UploadStep) => void
  readonly signal?: AbortSignal
  /** Replaced by tests. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

const UPLOADS = "/media/uploads"
const KEY = "quire:upload:"
const TUS = { "tus-resumable": "1.0.0" }
/** The first part is small, because the connection may be slow; its duration decides about the next. */
const FIRST_BYTES = 1024 * 1024
const CHUNK_BYTES_MIN = 256 * 1024
const SLOW_MS = 20_000
const FAST_MS = 5_000
const RETRY_MS = 1_000
const RETRY_MS_MAX = 30_000
const CHECK_MS = 700

/**
 * Uploads a file in parts. After a broken connection it continues where the server stopped; so it does if the same file
 * is chosen again in this browser. Resolves when the file was checked and can be used.
 * @throws UploadRefused with the text to show
 */
export const uploadFile = async (file: File, options: UploadOptions = {}): Promise<UploadedMedia> => {
  const { onStep = () => {}, signal, pause = wait } = options
  const { path, forget } = await sendParts(file, "media", options)
  onStep({ step: "checking" })
  try {
    return await awaitCheck(path, signal, pause)
  } finally {
    forget()
  }
}

/** Uploads an archive with posts in the same way. Returns the id of the upload. */
export const uploadArchive = async (file: File, options: UploadOptions = {}): Promise<string> => {
  const { path, forget } = await sendParts(file, "import", options)
  forget()
  return path.split("/").at(-1) ?? ""
}

const sendParts = async (file: File, purpose: "media" | "import", options: UploadOptions) => {
  const { onStep = () => {}, signal, pause = wait } = options
  const key = `${KEY}${purpose === "import" ? "import " : ""}${file.name} ${file.size} ${file.lastModified}`
  const [path, from] = (await resume(key, signal)) ?? [await create(file, purpose, signal), 0]
  remember(key, path)
  let [offset, chunkBytes, failures] = [from, FIRST_BYTES, 0]
  while (offset < file.size) {
    onStep({ step: "sending", sent: offset, total: file.size })
    const chunk = file.slice(offset, offset + chunkBytes)
    const began = performance.now()
    const onSent = (sent: number) => onStep({ step: "sending", sent: offset + sent, total: file.size })
    const reached = await send(path, offset, chunk, onSent, signal)
    if (reached !== null) {
      const ms = performance.now() - began
      if (ms < FAST_MS) chunkBytes = Math.min(chunkBytes * 2, CHUNK_BYTES_MAX)
      if (ms > SLOW_MS) chunkBytes = Math.max(chunkBytes / 2, CHUNK_BYTES_MIN)
      offset = reached
      failures = 0
      continue
    }
    onStep({ step: "waiting" })
    chunkBytes = Math.max(chunkBytes / 2, CHUNK_BYTES_MIN)
    await pause(Math.min(RETRY_MS * 2 ** failures++, RETRY_MS_MAX), signal)
    const known = await offsetOf(path, signal)
    if (known === "gone") throw new UploadRefused("refused", "")
    if (known !== null) offset = known
  }
  return { path, forget: () => remember(key, null) }
}

const resume = async (key: string, signal?: AbortSignal): Promise<readonly [string, number] | null> => {
  const path = recall(key)
  if (path === null) return null
  const offset = await offsetOf(path, signal)
  return typeof offset === "number" ? [path, offset] : null
}

const create = async (file: File, purpose: string, signal?: AbortSignal): Promise<string> => {
  const name = btoa(String.fromCodePoint(...new TextEncoder().encode(file.name)))
  const headers = {
    ...TUS,
    "upload-length": String(file.size),
    "upload-metadata": `filename ${name},purpose ${btoa(purpose)}`,
  }
  const response = await fetch(UPLOADS, { method: "POST", headers, signal: signal ?? null })
  const path = response.headers.get("location")
  if (response.status === 201 && path !== null) return path
  throw await refusalOf(response)
}

/** Where the server has got to; "gone" if it does not know the upload any more, null if it cannot be reached. */
const offsetOf = async (path: string, signal?: AbortSignal): Promise<number | "gone" | null> => {
  try {
    const response = await fetch(path, { method: "HEAD", headers: TUS, signal: signal ?? null })
    const offset = Number(response.headers.get("upload-offset") ?? Number.NaN)
    if (response.ok && Number.isSafeInteger(offset)) return offset
    if (response.status === 401) throw await refusalOf(response)
    return response.status === 404 || response.status === 410 ? "gone" : null
  } catch (error) {
    if (signal?.aborted || error instanceof UploadRefused) throw error
    return null
  }
}

/** Sends a part; returns the new offset, or null if it has to be requested. Only XMLHttpRequest reports what was sent. */
const send = (
  path: string,
  offset: number,
  chunk: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open("PATCH", path)
    request.setRequestHeader("tus-resumable", "1.0.0")
    request.setRequestHeader("upload-offset", String(offset))
    request.setRequestHeader("content-type", "application/offset+octet-stream")
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, chunk.size))
    request.onloadend = () => {
      signal?.removeEventListener("abort", stop)
      const { status } = request
      const reached = Number(request.getResponseHeader("upload-offset") ?? Number.NaN)
      if (signal?.aborted) reject(signal.reason)
      else if (status === 204 && Number.isSafeInteger(reached)) resolve(reached)
      else if (status === 401) reject(new UploadRefused("signIn", ""))
      else if (status === 403 || status === 413) reject(new UploadRefused("refused", request.responseText.trim()))
      else resolve(null)
    }
    signal?.addEventListener("abort", stop)
    request.send(chunk)
  })

const awaitCheck = async (
  path: string,
  signal: AbortSignal | undefined,
  pause: NonNullable<UploadOptions["pause"]>,
): Promise<UploadedMedia> => {
  for (;;) {
    const response = await fetch(path, { signal: signal ?? null }).catch((error: unknown) => {
      if (signal?.aborted) throw error
      return null
    })
    if (response?.status === 401 || response?.status === 404) throw await refusalOf(response)
    const status = response?.ok ? ((await response.json()) as CheckStatus) : null
    if (status?.state === "ready") return status.media
    if (status?.state === "refused") throw new UploadRefused("refused", status.message)
    await pause(CHECK_MS, signal)
  }
}

type CheckStatus =
  | { readonly state: "open" | "checking" }
  | { readonly state: "refused"; readonly message: string }
  | { readonly state: "ready"; readonly media: UploadedMedia }

const refusalOf = async (response: Response): Promise<UploadRefused> =>
  response.status === 401
    ? new UploadRefused("signIn", "")
    : new UploadRefused("refused", response.status < 500 ? (await response.text()).trim() : "")

/** Waits, but not when the browser is online again. */
const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener("online", end)
      signal?.removeEventListener("abort", end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener("online", end)
    signal?.addEventListener("abort", end)
  })

const recall = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const remember = (key: string, path: string | null): void => {
  try {
    if (path === null) localStorage.removeItem(key)
    else localStorage.setItem(key, path)
  } catch {
    // Without storage, the upload continues on this page alone.
  }
}
