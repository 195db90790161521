import type { ChatMessage, Command, ServerPushes } from "#contract/chat"
import { isConversation } from "#core/chat"
import { personTopic, roomTopic } from "../frame.ts"
import type { ConnectedPeople } from "../peers/ConnectedPeople.ts"
import type { FrameBatcher } from "./FrameBatcher.ts"
import type { LiveRoom } from "./LiveRoom.ts"
import { messageFor, type RoomMessage, type RoomView, targetOf } from "./RoomMessage.ts"

/** A reaction without the room. */
type Reacted = Pick<ServerPushes["Re"], "Seq" | "Emoji" | "Count" | "UserCode" | "UserDisplayName" | "On">

/** A line for one reader; null for everyone in a group room. */
type LineFor = (readerId: string | null) => object

/** Pushes events of a room to everyone concerned at this node. */
export class Announcer {
  readonly #people: ConnectedPeople
  readonly #frameBatcher: FrameBatcher

  constructor(people: ConnectedPeople, frameBatcher: FrameBatcher) {
    this.#people = people
    this.#frameBatcher = frameBatcher
  }

  /** People who ignore a conversation get nothing. */
  announce(view: RoomView, command: Command, lineFor: LineFor, room?: LiveRoom) {
    if (!isConversation(view.address))
      return this.#frameBatcher.push(roomTopic(view.roomId), command, JSON.stringify(lineFor(null)))
    for (const personId of view.address.personIds) {
      if (room?.muted.has(personId) === true) continue
      if (room !== undefined) this.#people.find(personId)?.advance(room)
      this.pushToPerson(personId, command, lineFor(personId))
    }
  }

  /** Pushes to all sockets of one person. */
  pushToPerson(personId: string, command: Command, line: object): void {
    if (this.#people.find(personId) === undefined) return
    this.#frameBatcher.push(personTopic(personId), command, JSON.stringify(line))
  }

  posted(view: RoomView, message: RoomMessage, room: LiveRoom): void {
    const messageTo = (readerId: string | null): ChatMessage => {
      const pushed = messageFor(view, message, readerId)
      return readerId !== null && room.invited.has(readerId) ? { ...pushed, Request: true } : pushed
    }
    this.announce(view, "Bc", messageTo, room)
  }

  edited(view: RoomView, seq: number, text: string, room?: LiveRoom): void {
    this.announce(view, "Ed", (reader) => ({ ...namesOf(view, reader), Seq: seq, Message: text, Edited: true }), room)
  }

  removed(view: RoomView, seq: number, room?: LiveRoom): void {
    this.announce(view, "De", (reader) => ({ ...namesOf(view, reader), Seq: seq }), room)
  }

  reacted(view: RoomView, reaction: Reacted, room: LiveRoom): void {
    this.announce(view, "Re", (reader) => ({ ...namesOf(view, reader), ...reaction }), room)
  }

  /** The client must reload the room. */
  reload(view: RoomView): void {
    this.announce(view, "Rs", () => ({ Room: view.roomId, Reload: true }))
  }
}

/** The fields of a line that name its room. */
export const namesOf = (view: RoomView, readerId: string | null) => ({
  Room: view.roomId,
  Epoch: view.epoch,
  Scope: view.address.scope,
  TargetUserCode: targetOf(view, readerId ?? ""),
})
