import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Chats } from "#core/chat"
import { MessageFiles, type TooManyFiles, type UnfitFileLength, type UnknownFileKind } from "#core/media"
import { translator } from "#src/i18n/index.ts"
import { answer, Conflict, NotFound, refusal, Unreadable } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { media, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { fileField } from "./wire.ts"

/** Nothing in a file may run or load anything, wherever a browser shows it. */
const FILE_POLICY = "sandbox; default-src 'none'"

/** Handlers of files.contract.ts; resolved once for the group. */
export const messageFileHandlers = Effect.gen(function* () {
  const [files, chats] = [yield* MessageFiles, yield* Chats]
  const [limited, limitedWriting] = [yield* media, yield* writing]

  return {
    UploadFile: Effect.fn("UploadFile")(function* ({ payload, query: { name = "" } }: Uploaded) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const file = yield* files.keep(personId, name, payload).pipe(Effect.catch(refuse))
      return answer({ file: fileField(file) })
    }),

    LoadFile: Effect.fn("LoadFile")(function* ({ payload: { key } }: { readonly payload: { readonly key: string } }) {
      const { personId } = yield* requireMember
      yield* limited
      const found = yield* files.find(key)
      // The same answer for a file that does not exist and one of others.
      if (found === null) return yield* noFile
      const { personId: senderId, clientId, name, bytes } = found
      const isOwnDraft = senderId === personId && (clientId === null || !(yield* chats.wasPosted(senderId, clientId)))
      const mayRead = isOwnDraft || (clientId !== null && (yield* chats.mayReadMessage(personId, senderId, clientId)))
      const content = mayRead ? yield* files.open(found) : null
      if (content === null) return yield* noFile
      return HttpServerResponse.stream(Stream.fromAsyncIterable(content, (cause) => cause).pipe(Stream.orDie), {
        contentType: "application/octet-stream",
        contentLength: bytes,
        headers: {
          "content-disposition": `attachment; filename="file"; filename*=UTF-8''${encodeName(name)}`,
          "x-content-type-options": "nosniff",
          "content-security-policy": FILE_POLICY,
          "cache-control": "private, no-store",
        },
      })
    }),
  }
})

type Uploaded = { readonly payload: Uint8Array; readonly query: { readonly name?: string } }

/** RFC 8187: these four would end the value or are not allowed in it. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const noFile = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("messageFiles.gone")))
})

const refuse = Effect.fnUntraced(function* (error: UnfitFileLength | UnknownFileKind | TooManyFiles) {
  const said = refusal(translator((yield* CurrentCaller).locale)(error.messageKey))
  return yield* error._tag === "TooManyFiles" ? new Conflict(said) : new Unreadable(said)
})
