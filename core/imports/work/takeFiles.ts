import { createHash } from "node:crypto"
import { Clock, Effect, Result, type Scope } from "effect"
import { MEDIA_BYTES_MAX, PICTURE_BYTES_MAX } from "#contract/media"
import { MediaFetcher } from "#core/fetch"
import { Sql } from "#core/kernel"
import { StoredFiles, Uploads } from "#core/media"
import { AttachableMedia, MediaFiles } from "#core/publishing"
import type { Archive } from "../archive/Archive.ts"
import type { FileProblem } from "../contract.ts"
import type { ForeignFile } from "../ForeignEntry.ts"
import { FILE_MS_MAX, HOST_FAILURES_MAX, IMPORT_FILES_MAX } from "../limits.ts"

export type TakenFile = { readonly mediaId: string } | { readonly problem: FileProblem }

/** What the files of one import share. */
export type FileContext = {
  readonly importId: string
  readonly personId: string
  readonly archive: Archive
  /** Failures in a row by host. */
  readonly failures: Map<string, number>
  /** Files so far. */
  count: number
}

/** Files of one post that are loaded at the same time: one host has six connections. */
const FILES_AT_ONCE = 4
const POLL_MS = 150
/** How long an upload waits for others of its person to end. */
const TURN_MS_MAX = 120_000
const ACCEPTED = "image/*, audio/*, video/*;q=0.9"

type Opened = { readonly body: AsyncIterable<Uint8Array>; readonly bytes: number } | { readonly problem: FileProblem }

/**
 * Takes the files of posts into the media of their creator: from the archive, or from their address with the fetcher that
 * checks addresses when it connects. They count towards the quota and are examined like uploads. What was taken before is
 * not taken again, also after a crash.
 */
export const fileTaker = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const [uploads, stored, media] = [yield* Uploads, yield* StoredFiles, yield* MediaFiles]
  const [fetcher, attachable] = [yield* MediaFetcher, yield* AttachableMedia]

  const isUsable = (personId: string, mediaId: string) =>
    Effect.map(attachable.find(personId, [mediaId]), (found) => found.length > 0)

  /** Waits until an uploaded file was examined, and until posts can show it. */
  const settle = Effect.fnUntraced(function* (personId: string, mediaId: string) {
    const untilMs = (yield* Clock.currentTimeMillis) + FILE_MS_MAX
    while ((yield* Clock.currentTimeMillis) < untilMs) {
      const upload = yield* uploads.find(mediaId)
      if (upload?.state === "refused") {
        yield* uploads.discard(mediaId)
        return { problem: "format" } satisfies TakenFile
      }
      if (yield* isUsable(personId, mediaId)) return { mediaId } satisfies TakenFile
      if (upload === null || upload.state === "open") return null
      if (upload.state === "complete") yield* stored.examine(media.receive)
      yield* Effect.sleep(POLL_MS)
    }
    return { problem: "format" } satisfies TakenFile
  })

  const openAddress = Effect.fnUntraced(function* (
    address: string,
    failures: Map<string, number>,
  ): Effect.fn.Return<Opened, never, Scope.Scope> {
    const host = URL.parse(address)?.host ?? address
    if ((failures.get(host) ?? 0) >= HOST_FAILURES_MAX) return { problem: "unreachable" }
    const answer = yield* Effect.result(fetcher.open({ url: address, accept: ACCEPTED, range: null }))
    if (Result.isFailure(answer)) {
      const { _tag } = answer.failure
      if (_tag === "BadAddress") return { problem: "address" }
      // The host is there, but not the file.
      if (_tag === "HttpStatus" && answer.failure.status < 500) return { problem: "notThere" }
      failures.set(host, (failures.get(host) ?? 0) + 1)
      return { problem: "unreachable" }
    }
    failures.delete(host)
    const { length, body, contentType } = answer.success
    if (/^text\/html\b/i.test(contentType ?? "")) return { problem: "format" }
    if (length !== null) return { body, bytes: length }
    // Servers that do not say the length send pictures; films are too long to keep in memory.
    const whole = yield* Effect.result(Effect.tryPromise(() => collect(body, PICTURE_BYTES_MAX)))
    if (Result.isFailure(whole)) return { problem: "unreachable" }
    return whole.success === null ? { problem: "noLength" } : { body: once(whole.success), bytes: whole.success.length }
  })

  const open = Effect.fnUntraced(function* (
    file: ForeignFile,
    { archive, failures }: FileContext,
  ): Effect.fn.Return<Opened, never, Scope.Scope> {
    if (!("path" in file)) return yield* openAddress(file.address, failures)
    const found = archive.files.find(({ path }) => path === file.path)
    if (found === undefined) return { problem: "missing" }
    const body = yield* Effect.result(Effect.tryPromise(() => archive.open(file.path)))
    return Result.isFailure(body) ? { problem: "missing" } : { body: body.success, bytes: found.bytes }
  })

  /** Begins an upload as soon as the person has not too many of them. */
  const begin = Effect.fnUntraced(function* (personId: string, name: string, bytes: number) {
    const untilMs = (yield* Clock.currentTimeMillis) + TURN_MS_MAX
    for (;;) {
      const begun = yield* Effect.result(uploads.begin(personId, { name, bytes }))
      if (Result.isSuccess(begun)) return { mediaId: begun.success }
      const { _tag } = begun.failure
      if (_tag !== "TooManyUploads" || (yield* Clock.currentTimeMillis) > untilMs)
        return { problem: _tag === "UnfitLength" ? ("long" as const) : ("quota" as const) }
      yield* Effect.sleep(POLL_MS)
    }
  })

  const load = Effect.fnUntraced(function* (file: ForeignFile, origin: string, context: FileContext) {
    const opened = yield* open(file, context)
    if ("problem" in opened) return opened
    if (opened.bytes > MEDIA_BYTES_MAX) return { problem: "long" } satisfies TakenFile
    const begun = yield* begin(context.personId, nameOf(file), opened.bytes)
    if ("problem" in begun) return begun
    const { mediaId } = begun
    const takenAt = new Date(yield* Clock.currentTimeMillis)
    yield* Effect.promise(
      async () => sql`
        insert into imports.file (person_id, origin, media_id, taken_at)
        values (${context.personId}, ${origin}, ${mediaId}, ${takenAt})
        on conflict (person_id, origin) do update set media_id = excluded.media_id, taken_at = excluded.taken_at`,
    )
    const reached = yield* Effect.promise(() => uploads.append(mediaId, 0, opened.body))
    if (reached === opened.bytes) return null
    yield* uploads.discard(mediaId)
    return { problem: "unreachable" } satisfies TakenFile
  }, Effect.scoped)

  const take = Effect.fnUntraced(function* (file: ForeignFile, context: FileContext): Effect.fn.Return<TakenFile> {
    const { personId } = context
    const origin = originOf(file, context.importId)
    const [known] = yield* Effect.promise(
      () => sql<Array<{ mediaId: string }>>`
        select media_id as "mediaId" from imports.file where person_id = ${personId} and origin = ${origin}`,
    )
    const before = known === undefined ? null : yield* settle(personId, known.mediaId)
    if (before !== null && "mediaId" in before) return before
    // An upload that a crash cut short; its bytes would count towards the quota for a day.
    if (known !== undefined) yield* uploads.discard(known.mediaId)
    const refused = yield* load(file, origin, context)
    if (refused !== null) return refused
    const [loaded] = yield* Effect.promise(
      () => sql<Array<{ mediaId: string }>>`
        select media_id as "mediaId" from imports.file where person_id = ${personId} and origin = ${origin}`,
    )
    const after = loaded === undefined ? null : yield* settle(personId, loaded.mediaId)
    return after ?? { problem: "unreachable" }
  })

  return {
    /** Takes files of one post, in their order. */
    takeAll: (files: ReadonlyArray<ForeignFile>, context: FileContext) =>
      Effect.forEach(
        files,
        (file): Effect.Effect<TakenFile> => {
          context.count += 1
          return context.count > IMPORT_FILES_MAX ? Effect.succeed({ problem: "many" }) : take(file, context)
        },
        { concurrency: FILES_AT_ONCE },
      ),
    /** The bytes of a picture, for above a post. */
    readPicture: Effect.fn("readPicture")(function* (file: ForeignFile, context: FileContext) {
      const opened = yield* open(file, context)
      if ("problem" in opened) return opened
      if (opened.bytes > PICTURE_BYTES_MAX) return { problem: "long" as const }
      const bytes = yield* Effect.result(Effect.tryPromise(() => collect(opened.body, PICTURE_BYTES_MAX)))
      if (Result.isFailure(bytes) || bytes.success === null) return { problem: "unreachable" as const }
      return { bytes: bytes.success }
    }, Effect.scoped),
  }
})

/** Where a file comes from. Paths mean something in one archive alone. */
const originOf = (file: ForeignFile, importId: string): string =>
  createHash("sha256")
    .update("path" in file ? `${importId}\n${file.path}` : file.address)
    .digest("base64url")

const nameOf = (file: ForeignFile): string => {
  const path = "path" in file ? file.path : (URL.parse(file.address)?.pathname ?? "")
  const last = path.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Collects a body; null if it is longer. */
const collect = async (body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer | null> => {
  const pieces: Array<Uint8Array> = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > bytesMax) return null
    // Streams may use their memory again.
    pieces.push(Uint8Array.from(piece))
  }
  return Buffer.concat(pieces)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
