import { Context, type Effect, Layer } from "effect"
import type { LogListener } from "#core/kernel"
import type {
  CallerId,
  CommandResult,
  MemberRequest,
  MessageRequest,
  OwnedRoomRequest,
  PersonRequest,
  PostRequest,
  PostResult,
  ReactRequest,
  RoomRequest,
} from "./commands.ts"
import { Entitlements } from "./Entitlements.ts"
import type { GroupMemberRequest, RenameGroupRequest, StartGroupRequest } from "./groupCommands.ts"
import type { RoomAddress } from "./ids.ts"
import { makeChats } from "./makeChats.ts"
import type { QuietHours } from "./person/changePerson.ts"
import type { CurrentPermissions } from "./readPermissions.ts"
import type {
  CannotAdd,
  InvalidGroupName,
  InvalidMessage,
  InvalidQuietHours,
  NeedPermission,
  NoMessage,
  RoomBusy,
  TooMany,
} from "./refusals.ts"
import type { PostRefusal } from "./room/postMessage.ts"

/** Every chat command of people, creators and operators. Each call returns after the commit. */
export class Chats extends Context.Service<
  Chats,
  {
    /** Fails with `TooMany` after `STRANGERS_A_DAY_MAX` new conversations within a day. */
    post(of: PostRequest): Effect.Effect<PostResult, PostRefusal | RoomBusy | TooMany>
    /** Whether a message with this client id was stored and not removed. */
    messageExists(personId: string, clientId: string): Effect.Effect<boolean>
    /** Whether a message with this client id was stored, removed or not. */
    wasPosted(personId: string, clientId: string): Effect.Effect<boolean>
    /** Whether a person may now read the message that a sender posted under this client id. */
    mayReadMessage(readerId: string, senderId: string, clientId: string): Effect.Effect<boolean>
    edit(
      of: MessageRequest & { readonly text: string },
    ): Effect.Effect<CommandResult, NeedPermission | NoMessage | InvalidMessage | RoomBusy>
    /** Allowed for the author and for the creator who owns the room. */
    remove(of: MessageRequest): Effect.Effect<CommandResult, NeedPermission | NoMessage | RoomBusy>
    /** Adds or removes a reaction of a person who may write. Refused if the author of the message blocked the person. */
    react(of: ReactRequest): Effect.Effect<CommandResult, NeedPermission | NoMessage | TooMany | RoomBusy>
    /** Moves the read pointer forward, at most to the newest message. Writes nothing if it is already there. */
    markRead(of: MessageRequest): Effect.Effect<CommandResult & { readonly seq: number }, NeedPermission>
    join(of: RoomRequest): Effect.Effect<CommandResult, NeedPermission>
    leave(of: RoomRequest): Effect.Effect<CommandResult, NeedPermission>
    accept(of: RoomRequest): Effect.Effect<CommandResult, NeedPermission>
    ignore(of: RoomRequest): Effect.Effect<CommandResult, NeedPermission>
    /** No pushes and notices about a room that the person may read. Its messages still count as unread. */
    mute(of: RoomRequest): Effect.Effect<CommandResult, NeedPermission>
    unmute(of: RoomRequest): Effect.Effect<CommandResult, NeedPermission>
    block(of: PersonRequest): Effect.Effect<CommandResult, NeedPermission | TooMany>
    unblock(of: PersonRequest): Effect.Effect<CommandResult, NeedPermission>
    report(
      of: MessageRequest & { readonly reason: string },
    ): Effect.Effect<CommandResult, NeedPermission | NoMessage | TooMany>
    setQuietHours(of: {
      readonly by: CallerId
      readonly hours: QuietHours | null
    }): Effect.Effect<CommandResult, NeedPermission | InvalidQuietHours>
    /** With scope `Person`: whether the creator accepts messages at all. */
    openRoom(of: OwnedRoomRequest): Effect.Effect<CommandResult, NeedPermission | RoomBusy>
    shutRoom(of: OwnedRoomRequest): Effect.Effect<CommandResult, NeedPermission | RoomBusy>
    ban(of: MemberRequest): Effect.Effect<CommandResult, NeedPermission | TooMany | RoomBusy>
    unban(of: MemberRequest): Effect.Effect<CommandResult, NeedPermission | RoomBusy>
    /** Starts a group with people who have an open conversation with the caller. A repeat returns the same group. */
    startGroup(
      of: StartGroupRequest,
    ): Effect.Effect<
      CommandResult & { readonly groupId: string },
      NeedPermission | InvalidGroupName | CannotAdd | TooMany
    >
    /** The owner alone renames, adds, removes and hands over; everyone may remove themselves (`leave`). */
    renameGroup(of: RenameGroupRequest): Effect.Effect<CommandResult, NeedPermission | InvalidGroupName>
    addGroupMember(of: GroupMemberRequest): Effect.Effect<CommandResult, NeedPermission | CannotAdd | TooMany>
    removeGroupMember(of: GroupMemberRequest): Effect.Effect<CommandResult, NeedPermission>
    handOverGroup(of: GroupMemberRequest): Effect.Effect<CommandResult, NeedPermission>
    /** For operators only; no edge offers it to anyone else. */
    grant(of: {
      readonly creatorId: string
      readonly personId: string
      readonly level: 2 | 3
    }): Effect.Effect<CommandResult>
    revoke(of: { readonly creatorId: string; readonly personId: string }): Effect.Effect<CommandResult>
    /** Called when a person deletes the account: ends their seats and removes their messages. */
    forgetPerson(personId: string): Effect.Effect<CommandResult>
    /** For operators only: bans the author of a message from its group room, or lets them in again. */
    banByOperator(
      roomId: string,
      personId: string,
      cause: string,
    ): Effect.Effect<CommandResult, NeedPermission | TooMany | RoomBusy>
    /** Ends the ban of this cause, and no other. */
    unbanByOperator(roomId: string, personId: string, cause: string): Effect.Effect<CommandResult, RoomBusy>
    /** The owner of a group room; null for conversations and for rooms that do not exist. */
    ownerOf(roomId: string): Effect.Effect<string | null>
    /** For operators only: removes a message in any room. It cannot be brought back. */
    removeByOperator(roomId: string, seq: number): Effect.Effect<CommandResult, NoMessage | RoomBusy>
    /** The text of a message as it was posted, and the names of its files, for reports. Empty if there is none, or after an erasure. */
    textOf(roomId: string, seq: number): Effect.Effect<string>
    /** Removes the reactions of a person to one message. */
    forgetReactions(of: {
      readonly roomId: string
      readonly seq: number
      readonly personId: string
    }): Effect.Effect<CommandResult>
    endSeat(roomId: string, personId: string): Effect.Effect<CommandResult>
    forgetMessages(of: {
      readonly roomId: string
      readonly senderId: string
      readonly seqs: ReadonlyArray<number>
    }): Effect.Effect<CommandResult>
    /** What a person may do in a room. @param ageMsMax maximum age of the answer, PERMISSION_AGE_MS_MAX by default */
    permissions(room: RoomAddress, personId: CallerId, ageMsMax?: number): Effect.Effect<CurrentPermissions>
    /** A log tail reports every chat event here, so that permission facts need fewer version checks. */
    readonly logListener: LogListener
    /** The position of the first event of a room, by which a client recognises it; 0 if there is none. */
    epochOf(roomId: string): Effect.Effect<number>
  }
>()("core/chat/Chats") {
  static readonly layer = Layer.effect(Chats, makeChats).pipe(Layer.provideMerge(Entitlements.layer))
}
