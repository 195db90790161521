import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import {
  isMessagePicture,
  type NotAPicture,
  Pictures,
  type PictureTooLarge,
  type PictureType,
  type PictureUse,
  pictureAddress,
  type TooManyPictures,
} from "#core/media"
import { findFace, findPerson, findProfile } from "#projections/accounts"
import { channelsOf } from "#projections/channels"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { defaultAvatar, pictureUrl } from "#src/web/images/pictureUrl.ts"
import { answer, Conflict, NotFound, refusal, Unreadable } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { media, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { withheldAnswer } from "./withheldAnswer.ts"

/** A key always identifies the same picture. */
const FOREVER = "public, max-age=31536000, immutable"
/** Messages can be removed, so shared caches must not store their pictures, and browsers only briefly. */
const FOR_ITS_READER = "private, max-age=3600"
const FOR_MINUTES = "public, max-age=300"

/** Handlers of pictures.contract.ts; resolved once for the group. */
export const pictureHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [limited, limitedWriting] = [yield* media, yield* writing]

  return {
    UploadImage: Effect.fn("UploadImage")(function* ({ payload, query: { purpose = "profile" } }: Uploaded) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      // People without a channel have no posts.
      const isCover = purpose === "post" && (yield* channelsOf(personId)).length > 0
      const use: PictureUse =
        purpose === "chat" || isCover
          ? { purpose: isCover ? "post" : "chat" }
          : { purpose: "profile", shownKeys: yield* shownKeysOf(personId) }
      const { key, width, height } = yield* Pictures.use(({ keep }) => keep(personId, payload, use)).pipe(
        Effect.catch(refuse),
      )
      const [url, avatarUrl] = [pictureUrl(key, "header") ?? "", pictureUrl(key, "avatar") ?? ""]
      return answer({ key, url, avatarUrl, width, height })
    }, provide),

    LoadHeaderImage: Effect.fn("LoadHeaderImage")(function* ({ payload }: PictureCall<"payload">) {
      yield* limited
      return yield* pictureOf(payload.userCode, "header")
    }, provide),

    Image: Effect.fn("Image")(function* ({
      query,
    }: {
      readonly query: { readonly key: string; readonly type: PictureType }
    }) {
      const withheld = yield* withheldAnswer(pictureAddress("header", query.key))
      if (withheld !== null) return withheld
      return yield* send(query.key, query.type, isMessagePicture(query.key) ? FOR_ITS_READER : FOREVER)
    }, provide),

    Avatar: Effect.fn("Avatar")(function* ({ query }: PictureCall<"query">) {
      return yield* pictureOf(query.userCode, "avatar")
    }, provide),
  }
})

/** The handler of UserProfile/LoadImage; resolved once for the group. */
export const profilePictureHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const limited = yield* media
  return {
    LoadImage: Effect.fn("UserProfile/LoadImage")(function* ({ payload }: PictureCall<"payload">) {
      yield* limited
      return yield* pictureOf(payload.userCode, payload.type ?? "avatar")
    }, provide),
  }
})

/** The pictures that must not make room for a new one. */
const shownKeysOf = Effect.fnUntraced(function* (personId: string) {
  const [profile, channels] = [yield* findProfile(personId), yield* channelsOf(personId)]
  const keys = [profile?.headerImage, profile?.bannerImage, ...channels.flatMap(({ icon, banner }) => [icon, banner])]
  return keys.filter((key): key is string => typeof key === "string")
})

type Uploaded = { readonly payload: Uint8Array; readonly query: { readonly purpose?: PictureUse["purpose"] } }

type PictureCall<Part extends string> = {
  readonly [Key in Part]: { readonly userCode: string; readonly type?: PictureType }
}

/** A person's picture. Without an upload, the avatar is made from the name. */
const pictureOf = Effect.fnUntraced(function* (userCode: string, type: PictureType) {
  if (type === "header") {
    const person = yield* findPerson(userCode)
    return person === null ? yield* noPicture : yield* send(person.bannerImage ?? person.headerImage, type, FOR_MINUTES)
  }
  const face = yield* findFace(userCode)
  if (face === null) return yield* noPicture
  if (face.headerImage !== null) return yield* send(face.headerImage, type, FOR_MINUTES)
  const svg = defaultAvatar(face.displayName ?? face.userCode, face.userCode)
  return HttpServerResponse.text(svg, { contentType: "image/svg+xml", headers: { "cache-control": FOR_MINUTES } })
})

const noPicture = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("api.media.no.image")))
})

const send = Effect.fnUntraced(function* (key: string | null, type: PictureType, cacheControl: string) {
  const bytes = key === null ? null : yield* Pictures.use(({ load }) => load(key, type))
  if (bytes === null) return yield* noPicture
  return HttpServerResponse.uint8Array(bytes, { contentType: "image/webp", headers: { "cache-control": cacheControl } })
})

const refuse = Effect.fnUntraced(function* (error: NotAPicture | PictureTooLarge | TooManyPictures) {
  const said = refusal(translator((yield* CurrentCaller).locale)(error.messageKey))
  return yield* error._tag === "TooManyPictures" ? new Conflict(said) : new Unreadable(said)
})
