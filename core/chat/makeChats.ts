import { Effect } from "effect"
import { batchedWriter, currentTimeIso, type Decide, dieOnConflict, isUuid, writer } from "#core/kernel"
import { changing } from "./changing.ts"
import type { AtMessage, By, OfPerson } from "./commands.ts"
import type { ChatPersonEvent } from "./events.ts"
import { findPosted, senderOf } from "./findPosted.ts"
import { Grant, grantIdOf, grantLevel, revokeLevel } from "./grant/Grant.ts"
import { inSeats } from "./inSeats.ts"
import { done } from "./inTime.ts"
import { moderation } from "./moderation.ts"
import { ChatPerson, type ChatPersonState } from "./person/ChatPerson.ts"
import {
  blockPerson,
  forgetPerson,
  type QuietHours,
  reportMessage,
  setQuietHours,
  unblockPerson,
} from "./person/changePerson.ts"
import { posting } from "./posting.ts"
import { NeedPermission, NoMessage } from "./refusals.ts"
import { Room } from "./room/Room.ts"
import { standingOf } from "./standingOf.ts"
import { standings } from "./standings.ts"

/** Puts the desk together: what concerns rooms, seats, and what people decide for all rooms. */
export const makeChats = Effect.gen(function* () {
  const known = yield* standings
  const standing = standingOf(known)
  const find = yield* findPosted
  const writeRoom = yield* batchedWriter(Room, known.knownRoom)
  const rooms = yield* posting(known, writeRoom)
  const changed = yield* changing(known, writeRoom, find)
  const seats = yield* inSeats(known)
  const moderated = yield* moderation(writeRoom)
  const writePerson = yield* writer(ChatPerson)
  const writeGrant = yield* writer(Grant)

  const decided = <Refusal>(
    by: By,
    decide: (of: {
      readonly personId: string
      readonly nowIso: string
    }) => Decide<ChatPersonState, ChatPersonEvent, Refusal>,
  ) =>
    Effect.gen(function* () {
      if (by === null || !isUuid(by)) return yield* new NeedPermission()
      const written = yield* dieOnConflict(writePerson(by, decide({ personId: by, nowIso: yield* currentTimeIso })))
      return done("")(written)
    })

  return {
    ...rooms,
    ...changed,
    ...seats,
    ...moderated,
    standing,
    logListener: known.logListener,

    block: Effect.fn("Chats.block")(({ by, personId }: OfPerson) =>
      decided(by, (of) => blockPerson({ ...of, blockedId: personId.toLowerCase() })),
    ),
    unblock: Effect.fn("Chats.unblock")(({ by, personId }: OfPerson) =>
      decided(by, (of) => unblockPerson({ ...of, blockedId: personId.toLowerCase() })),
    ),
    setQuietHours: Effect.fn("Chats.setQuietHours")(
      ({ by, hours }: { readonly by: By; readonly hours: QuietHours | null }) =>
        decided(by, (of) => setQuietHours({ ...of, hours })),
    ),
    report: Effect.fn("Chats.report")(function* ({ by, room, seq, reason }: AtMessage & { readonly reason: string }) {
      const { mayRead, roomId } = yield* standing(room, by, 0)
      if (!mayRead) return yield* new NeedPermission()
      const senderId = senderOf(yield* find(roomId, seq))
      if (senderId === null) return yield* new NoMessage()
      return yield* decided(by, (of) => reportMessage({ ...of, roomId, seq, senderId, reason }))
    }),

    grant: Effect.fn("Chats.grant")(function* (of: Member & { readonly level: 2 | 3 }) {
      const decide = grantLevel({ ...of, nowIso: yield* currentTimeIso })
      return done("")(yield* dieOnConflict(writeGrant(grantIdOf(of.creatorId, of.personId), decide)))
    }),
    revoke: Effect.fn("Chats.revoke")(function* (of: Member) {
      const decide = revokeLevel({ ...of, nowIso: yield* currentTimeIso })
      return done("")(yield* dieOnConflict(writeGrant(grantIdOf(of.creatorId, of.personId), decide)))
    }),
    forgetPerson: Effect.fn("Chats.forgetPerson")(function* (personId: string) {
      const decide = forgetPerson({ personId, nowIso: yield* currentTimeIso })
      return done("")(yield* dieOnConflict(writePerson(personId, decide)))
    }),
  }
})

type Member = { readonly creatorId: string; readonly personId: string }
