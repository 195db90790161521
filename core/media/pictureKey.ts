import { createHash, randomUUID } from "node:crypto"
import { shortId } from "#core/kernel"

/** The sizes that a picture is served in. */
export type PictureType = "header" | "avatar"
export const PICTURE_TYPES = ["header", "avatar"] as const satisfies ReadonlyArray<PictureType>

/** What a picture is uploaded for. `shownKey` is the picture that the profile shows now. */
export type PictureUse =
  | { readonly purpose: "profile"; readonly shownKey: string | null }
  | { readonly purpose: "chat" }

const KEY = /^m?[0-9a-hjkmnp-tv-z]{20}$/

/** A profile picture has the same key for the same content; a picture of a message has a random one. */
export const keyOf = (personId: string, purpose: PictureUse["purpose"], bytes: Uint8Array): string =>
  purpose === "chat"
    ? `m${shortId("picture of a message", randomUUID())}`
    : shortId(`picture of ${personId}`, createHash("sha256").update(bytes).digest("hex"))

/** Whether a text has the form of a picture key. */
export const isPictureKey = (key: string): boolean => KEY.test(key)

/** Whether the picture belongs to a message, which may be deleted. */
export const isMessagePicture = (key: string): boolean => key.startsWith("m") && key.length > 20

/** The file name in storage. */
export const storageNameOf = (key: string, type: PictureType): string => `${key.slice(0, 2)}/${key}.${type}.webp`
