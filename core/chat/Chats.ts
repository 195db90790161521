import { Context, type Effect, Layer } from "effect"
import type { LogListener } from "#core/kernel"
import type { AtMessage, By, Done, InRoom, OfMember, OfPerson, OfRoom, Post, Posted } from "./commands.ts"
import { Entitlements } from "./Entitlements.ts"
import type { RoomAddress } from "./ids.ts"
import { makeChats } from "./makeChats.ts"
import type { QuietHours } from "./person/changePerson.ts"
import type { NeedPermission, NoMessage, RoomBusy, TooMany, UnfitHours, UnfitMessage } from "./refusals.ts"
import type { PostRefusal } from "./room/postMessage.ts"
import type { RoomStanding } from "./standingOf.ts"

/** Everything that people, creators and operators may do in chat. Answered after the commit. */
export class Chats extends Context.Service<
  Chats,
  {
    /** Refused as too many where the person wrote to enough strangers today. */
    post(of: Post): Effect.Effect<Posted, PostRefusal | RoomBusy | TooMany>
    /** Whether a message is there that a person's client named so. */
    stands(personId: string, clientId: string): Effect.Effect<boolean>
    edit(
      of: AtMessage & { readonly text: string },
    ): Effect.Effect<Done, NeedPermission | NoMessage | UnfitMessage | RoomBusy>
    /** By the author, or by the creator whose room it is. */
    remove(of: AtMessage): Effect.Effect<Done, NeedPermission | NoMessage | RoomBusy>
    /** Moves the pointer forward, no further than the newest message. Says nothing where it stands there already. */
    markRead(of: AtMessage): Effect.Effect<Done & { readonly seq: number }, NeedPermission>
    join(of: InRoom): Effect.Effect<Done, NeedPermission>
    leave(of: InRoom): Effect.Effect<Done, NeedPermission>
    accept(of: InRoom): Effect.Effect<Done, NeedPermission>
    ignore(of: InRoom): Effect.Effect<Done, NeedPermission>
    block(of: OfPerson): Effect.Effect<Done, NeedPermission | TooMany>
    unblock(of: OfPerson): Effect.Effect<Done, NeedPermission>
    report(of: AtMessage & { readonly reason: string }): Effect.Effect<Done, NeedPermission | NoMessage | TooMany>
    setQuietHours(of: {
      readonly by: By
      readonly hours: QuietHours | null
    }): Effect.Effect<Done, NeedPermission | UnfitHours>
    /** With the scope `Person` it is whether the creator may be written to at all. */
    openRoom(of: OfRoom): Effect.Effect<Done, NeedPermission | RoomBusy>
    shutRoom(of: OfRoom): Effect.Effect<Done, NeedPermission | RoomBusy>
    ban(of: OfMember): Effect.Effect<Done, NeedPermission | TooMany | RoomBusy>
    unban(of: OfMember): Effect.Effect<Done, NeedPermission | RoomBusy>
    /** For operators alone: no edge offers it to anybody else. */
    grant(of: { readonly creatorId: string; readonly personId: string; readonly level: 2 | 3 }): Effect.Effect<Done>
    revoke(of: { readonly creatorId: string; readonly personId: string }): Effect.Effect<Done>
    /** Nobody writes to a person who left any more; their seat in a room ends; what they wrote there vanishes. */
    forgetPerson(personId: string): Effect.Effect<Done>
    endSeat(roomId: string, personId: string): Effect.Effect<Done>
    forgetMessages(of: {
      readonly roomId: string
      readonly senderId: string
      readonly seqs: ReadonlyArray<number>
    }): Effect.Effect<Done>
    /** What a person may do in a room. @param ageMsMax how old the answer may be, STANDING_MS_MAX unless told otherwise */
    standing(room: RoomAddress, personId: By, ageMsMax?: number): Effect.Effect<RoomStanding>
    /** For who follows the log, to tell of all events of chat: what permission follows from is then asked for less often. */
    readonly logListener: LogListener
    /** The position of a room's first event, by which a client knows that it is still the same; 0 where there is none. */
    epochOf(roomId: string): Effect.Effect<number>
  }
>()("core/chat/Chats") {
  static readonly layer = Layer.effect(Chats, makeChats).pipe(Layer.provideMerge(Entitlements.layer))
}
