import { DataStore, Server, Upload } from "@tus/server"
import { Effect, Result } from "effect"
import { CHUNK_BYTES_MAX, MEDIA_BYTES_MAX } from "#contract/media"
import { UPLOAD_MS_MAX, UploadLocks, type UploadPurpose, Uploads } from "#core/media"
import { type Locale, translator } from "#src/i18n/index.ts"
import { run, webRuntime } from "#src/process/runtime.ts"
import { UPLOADS_PATH } from "./uploadPaths.ts"

/** Who sends a request. */
export type Uploader = { readonly personId: string; readonly locale: Locale }

/** A refusal in the form that the library sends. */
class TusRefusal extends Error {
  readonly status_code: number
  readonly body: string
  constructor(status: number, body: string) {
    super(body)
    this.status_code = status
    this.body = body
  }
}
const NOT_FOUND = () => new TusRefusal(404, "There is no such upload\n")

/** How long a request that lost its lock may take to store what it received. */
const DRAIN_MS = 500

/** The store of the library on the uploads of this installation. Requests were authorised before they reach it. */
class UploadStore extends DataStore {
  override extensions = ["creation", "creation-with-upload", "expiration", "termination"]

  // The row was written when the upload got its id.
  override create = async (upload: Upload): Promise<Upload> => this.getUpload(upload.id)

  override write = async (body: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> => {
    const { append } = await run(Uploads)
    const reached = await append(id, offset, body, { isBodyOwned: true })
    if (reached === null) throw new TusRefusal(409, "Upload-Offset conflict\n")
    return reached
  }

  override getUpload = async (id: string): Promise<Upload> => {
    const found = await run(Uploads.use(({ find }) => find(id)))
    if (found === null) throw NOT_FOUND()
    const { bytes: size, received: offset, changedAt } = found
    // An upload expires a while after its last part.
    return new Upload({ id, size, offset, creation_date: changedAt.toISOString() })
  }

  override remove = async (id: string): Promise<void> => {
    const found = await run(Uploads.use(({ find }) => find(id)))
    if (found !== null) await run(Uploads.use(({ cancel }) => cancel(found.personId, id)))
  }

  override getExpiration = (): number => UPLOAD_MS_MAX
}

const uploaders = new WeakMap<Request, Uploader>()

const requireUploader = (request: Request): Uploader => {
  const uploader = uploaders.get(request)
  if (uploader === undefined) throw new TusRefusal(401, "Please sign in\n")
  return uploader
}

/** Begins an upload and names it; its quota is checked here, by the declared length. */
const begin = async (request: Request, metadata: Record<string, string | null> | undefined): Promise<string> => {
  const { personId, locale } = requireUploader(request)
  const purpose: UploadPurpose = metadata?.["purpose"] === "import" ? "import" : "media"
  const bytes = Number(request.headers.get("upload-length") ?? Number.NaN)
  const file = { name: metadata?.["filename"] ?? "", bytes, purpose }
  const begun = await run(Effect.result(Uploads.use((uploads) => uploads.begin(personId, file))))
  if (Result.isSuccess(begun)) return begun.success
  throw new TusRefusal(413, `${translator(locale)(begun.failure.messageKey)}\n`)
}

/** Every request to an upload is authorised by its id and the person, not only the one that began it. */
const authorise = async (request: Request, mediaId: string): Promise<void> => {
  const { personId } = requireUploader(request)
  const found = await run(Uploads.use(({ find }) => find(mediaId)))
  if (found?.personId !== personId) throw NOT_FOUND()
}

const makeServer = () =>
  new Server({
    path: UPLOADS_PATH,
    datastore: new UploadStore(),
    maxSize: MEDIA_BYTES_MAX,
    relativeLocation: true,
    // Only pages of this site upload.
    allowedOrigins: () => false,
    lockDrainTimeout: DRAIN_MS,
    locker: {
      newLock: (id) => ({
        lock: async (signal, requestRelease) => {
          const { acquire } = await webRuntime().runPromise(UploadLocks)
          if (!(await acquire(id, signal, () => void requestRelease())))
            throw new TusRefusal(423, "Another request is uploading this file\n")
        },
        unlock: async () => (await webRuntime().runPromise(UploadLocks)).release(id),
      }),
    },
    namingFunction: begin as never,
    onIncomingRequest: authorise as never,
  })

let server: Server | undefined

/** Answers a request of the tus protocol (version 1.0.0) of a signed-in creator. */
export const answerUpload = async (request: Request, uploader: Uploader): Promise<Response> => {
  const length = request.headers.get("content-length")
  const sends = request.method === "PATCH" || request.headers.get("content-type") === "application/offset+octet-stream"
  if (sends && length === null) return refuse(411, "Length required")
  if (Number(length ?? 0) > CHUNK_BYTES_MAX) return refuse(413, "Send at most 8 MiB per request")
  uploaders.set(request, uploader)
  server ??= makeServer()
  return server.handleWeb(request)
}

const refuse = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "tus-resumable": "1.0.0" },
  })
