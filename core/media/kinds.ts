import { createHash, randomUUID } from "node:crypto"
import { shortId } from "#core/kernel"

/** How a kept picture may be asked for. */
export type PictureType = "header" | "avatar"
export const PICTURE_TYPES = ["header", "avatar"] as const satisfies ReadonlyArray<PictureType>

/** Why somebody brings a picture. `shownKey`: the one that their profile shows. */
export type PictureUse =
  | { readonly purpose: "profile"; readonly shownKey: string | null }
  | { readonly purpose: "chat" }

const KEY = /^m?[0-9a-hjkmnp-tv-z]{20}$/

/** The same picture of the same profile has the same key; one for a message is nobody else's and no other message's. */
export const keyOf = (personId: string, purpose: PictureUse["purpose"], bytes: Uint8Array): string =>
  purpose === "chat"
    ? `m${shortId("picture of a message", randomUUID())}`
    : shortId(`picture of ${personId}`, createHash("sha256").update(bytes).digest("hex"))

/** Whether a picture may go by this key. */
export const isPictureKey = (key: string): boolean => KEY.test(key)

/** Whether it is one of a message, which may be removed. */
export const isOfMessage = (key: string): boolean => key.startsWith("m") && key.length > 20

/** The name under which a picture is stored. */
export const nameOf = (key: string, type: PictureType): string => `${key.slice(0, 2)}/${key}.${type}.webp`
