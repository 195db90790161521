import { CLIENT_ID_LENGTH_MAX, MESSAGE_LENGTH_MAX, PICTURE_KEY_LENGTH_MAX, PICTURES_MAX } from "../limits.ts"
import { UnfitMessage } from "../refusals.ts"

/** What somebody wants to say. */
export type Draft = { readonly text: string; readonly pictures: ReadonlyArray<string> }

/** Why a message cannot be that; undefined where it can. A picture may stand without words. */
export const unfitOf = ({ text, pictures }: Draft): UnfitMessage | undefined => {
  if (text.length > MESSAGE_LENGTH_MAX) return new UnfitMessage({ problem: "long" })
  if (CONTROLS.test(text) || !text.isWellFormed()) return new UnfitMessage({ problem: "characters" })
  if (pictures.length > PICTURES_MAX || !pictures.every((key) => PICTURE_KEY.test(key)))
    return new UnfitMessage({ problem: "pictures" })
  return text.trim() === "" && pictures.length === 0 ? new UnfitMessage({ problem: "empty" }) : undefined
}

/** Whether a client may name a message so. */
export const isClientId = (clientId: string): boolean => CLIENT_ID.test(clientId)

/** All but the tab and the line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
const PICTURE_KEY = new RegExp(`^[A-Za-z0-9._-]{1,${PICTURE_KEY_LENGTH_MAX}}$`)
const CLIENT_ID = new RegExp(`^[A-Za-z0-9-]{1,${CLIENT_ID_LENGTH_MAX}}$`)
