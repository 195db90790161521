import { Effect } from "effect"
import { Chats } from "#core/chat"
import { takePictures } from "#core/media"
import { readRoom, readSeq } from "./fields.ts"
import type { Handler } from "./Handler.ts"

/** Says something in a room. Answered once it is kept, and only then told to anybody. */
export const bc: Handler = Effect.fnUntraced(function* (asker, fields) {
  const [scope = "", target = "", clientId = "", replyTo = "", pictures = "", text = ""] = fields
  const { node, person } = asker
  const room = yield* readRoom(asker, scope, target, "Team")
  const draft = {
    clientId,
    text,
    replyTo: replyTo === "" ? null : yield* readSeq(replyTo),
    pictures: yield* theirs(person.personId, clientId, pictures),
  }
  const posted = yield* Chats.use((chats) => chats.post({ by: person.personId, room, ...draft }))
  person.saw(posted)
  const { directory } = node
  // It is said by now: nothing may refuse it any more, and what its sender was called before does as well.
  const { userCode, displayName } =
    directory.knownName(person.personId) ??
    (yield* Effect.promise(() => directory.nameOf(person.personId).catch(() => person)))
  const { roomId, epoch, seq, sentAtIso, repeated, position } = posted
  if (!repeated)
    asker.afterwards(() =>
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

/** What no picture is called: a message with it is refused as unfit, unless who asks lacks permission or it was kept before. */
const UNFIT = [""]

/** The pictures of a message, where they are its sender's and no other message's. */
const theirs = Effect.fnUntraced(function* (personId: string, clientId: string, field: string) {
  const keys = field.split(",").filter((key) => key !== "")
  return keys.length === 0 || (yield* takePictures(personId, clientId, keys)) ? keys : UNFIT
})
