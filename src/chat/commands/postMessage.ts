import { Effect } from "effect"
import { Chats } from "#core/chat"
import { type ClaimedAttachments, claimAttachments } from "#core/media"
import type { CommandHandler } from "./CommandHandler.ts"
import { readRoom, readSeq } from "./fields.ts"

/** Replies once the message is stored, then delivers it. */
export const postMessage: CommandHandler = Effect.fnUntraced(function* (context, fields) {
  const [scope = "", target = "", clientId = "", replyTo = "", pictures = "", text = ""] = fields
  const { node, person } = context
  const room = yield* readRoom(context, scope, target, "Team")
  const draft = {
    clientId,
    text,
    replyTo: replyTo === "" ? null : yield* readSeq(replyTo),
    ...(yield* ownAttachments(person.personId, clientId, pictures)),
  }
  const posted = yield* Chats.use((chats) => chats.post({ by: person.personId, room, ...draft }))
  person.advance(posted)
  const { names } = node
  // The message is stored: a failed name lookup must not refuse it, an older name will do.
  const { userCode, displayName } =
    names.knownName(person.personId) ?? (yield* Effect.promise(() => names.nameOf(person.personId).catch(() => person)))
  const { roomId, epoch, seq, sentAtIso, repeated, position } = posted
  if (!repeated)
    context.afterReply(() =>
      node.posted(roomId, room, position, {
        ...draft,
        seq,
        senderId: person.personId,
        senderCode: userCode,
        senderName: displayName,
        at: sentAtIso,
        edited: false,
        removed: false,
      }),
    )
  return { Room: roomId, Epoch: epoch, Seq: seq, TimeStamp: sentAtIso }
})

/**
 * Never a valid picture key: the message is refused as invalid, unless permission is missing or it was stored before.
 */
const INVALID_KEYS: ClaimedAttachments = { pictures: [""], files: [] }
const NONE: ClaimedAttachments = { pictures: [], files: [] }

/** Only pictures and files that the sender uploaded and no other message uses. */
const ownAttachments = Effect.fnUntraced(function* (personId: string, clientId: string, field: string) {
  const keys = field.split(",").filter((key) => key !== "")
  if (keys.length === 0) return NONE
  return (yield* claimAttachments(personId, clientId, keys)) ?? INVALID_KEYS
})
