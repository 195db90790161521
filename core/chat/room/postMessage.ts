import { Result } from "effect"
import { type Decide, stripBidiControls } from "#core/kernel"
import {
  CLIENT_ID_LENGTH_MAX,
  FILE_NAME_LENGTH_MAX,
  FILES_MAX,
  MESSAGE_LENGTH_MAX,
  PICTURE_KEY_LENGTH_MAX,
  PICTURES_MAX,
} from "../contract.ts"
import type { RoomPermissions } from "../decidePermissions.ts"
import { type MessageFile, MessagePosted, type RoomEvent } from "../events.ts"
import { AwaitsAnswer, InvalidMessage, NeedPermission, NoMessage } from "../refusals.ts"
import type { RoomState } from "./Room.ts"

export type Draft = {
  readonly text: string
  readonly pictures: ReadonlyArray<string>
  readonly files?: ReadonlyArray<MessageFile>
}

/** The first problem of a message, or undefined. A picture or a file needs no text. */
export const validateDraft = ({ text, pictures, files = [] }: Draft): InvalidMessage | undefined => {
  if (text.length > MESSAGE_LENGTH_MAX) return new InvalidMessage({ problem: "long" })
  if (CONTROLS.test(text) || !text.isWellFormed()) return new InvalidMessage({ problem: "characters" })
  if (pictures.length > PICTURES_MAX || !pictures.every((key) => PICTURE_KEY.test(key)))
    return new InvalidMessage({ problem: "pictures" })
  if (files.length > FILES_MAX || !files.every(isFile)) return new InvalidMessage({ problem: "files" })
  return stripBidiControls(text).trim() === "" && pictures.length + files.length === 0
    ? new InvalidMessage({ problem: "empty" })
    : undefined
}

export const isClientId = (clientId: string): boolean => CLIENT_ID.test(clientId)

/** All except tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: rejects control characters on purpose
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
const PICTURE_KEY = new RegExp(`^[A-Za-z0-9._-]{1,${PICTURE_KEY_LENGTH_MAX}}$`)
/** The store of files makes such names; nothing else may come in. */
const isFile = ({ key, name }: MessageFile): boolean =>
  PICTURE_KEY.test(key) &&
  name.length >= 1 &&
  name.length <= FILE_NAME_LENGTH_MAX &&
  !/[\p{Cc}/\\]/u.test(name) &&
  stripBidiControls(name) === name
const CLIENT_ID = new RegExp(`^[A-Za-z0-9-]{1,${CLIENT_ID_LENGTH_MAX}}$`)

export type PostMessage = Draft & {
  readonly roomId: string
  readonly senderId: string
  readonly clientId: string
  readonly replyTo: number | null
  readonly nowIso: string
}

export type PostRefusal = NeedPermission | AwaitsAnswer | NoMessage | InvalidMessage

/** @param permissionsIn permissions of the sender for the current room state */
export const postMessage =
  (
    { roomId, senderId, clientId, text, pictures, files = [], replyTo, nowIso }: PostMessage,
    permissionsIn: (state: RoomState) => RoomPermissions,
  ): Decide<RoomState, RoomEvent, PostRefusal> =>
  (state) => {
    const { mayWrite, unansweredMax } = permissionsIn(state)
    if (!mayWrite) return Result.fail(new NeedPermission())
    const consecutive = state.lastSenderId === senderId ? state.consecutive : 0
    if (unansweredMax !== null && consecutive >= unansweredMax) return Result.fail(new AwaitsAnswer())
    const unfit = validateMessage(state, { text, pictures, files, clientId, replyTo })
    if (unfit !== undefined) return Result.fail(unfit)
    // Clocks of nodes differ; history is sorted by date.
    const postedAt = nowIso < state.lastAt ? state.lastAt : nowIso
    const seq = state.head + 1
    return Result.succeed([
      MessagePosted.make({
        roomId,
        seq,
        senderId,
        clientId,
        text: stripBidiControls(text),
        replyTo,
        pictures,
        ...(files.length === 0 ? {} : { files }),
        postedAt,
      }),
    ])
  }

/** The first problem of a message in this room, no matter who sends it, or undefined. */
export const validateMessage = (
  state: Pick<RoomState, "head">,
  { clientId, replyTo, ...draft }: Draft & Pick<PostMessage, "clientId" | "replyTo">,
): InvalidMessage | NoMessage | undefined => {
  const unfit = isClientId(clientId) ? validateDraft(draft) : new InvalidMessage({ problem: "clientId" })
  if (unfit !== undefined || replyTo === null || isNumberOf(state, replyTo)) return unfit
  return new NoMessage()
}

/** Whether the room has a message with this number. */
export const isNumberOf = ({ head }: Pick<RoomState, "head">, seq: number): boolean =>
  Number.isInteger(seq) && seq >= 1 && seq <= head
