import type { ChatMessage, Command } from "#contract/chat"
import { isConversation } from "#core/chat"
import type { People } from "../peers/People.ts"
import { personTopic, roomTopic } from "../topics.ts"
import type { LiveRoom } from "./LiveRoom.ts"
import type { Outbox } from "./Outbox.ts"
import { messageFor, type Place, type RoomMessage, targetOf } from "./RoomMessage.ts"

/** What a line says, as one reader sees it; null: as everybody in a group room does. */
type LineFor = (readerId: string | null) => object

/** Tells everybody at this node whom it concerns what happened in a room. */
export class Announcer {
  readonly #people: People
  readonly #outbox: Outbox

  constructor(people: People, outbox: Outbox) {
    this.#people = people
    this.#outbox = outbox
  }

  /** Who of a conversation ignores it hears nothing. */
  tell(place: Place, command: Command, lineFor: LineFor, room?: LiveRoom) {
    if (!isConversation(place.address))
      return this.#outbox.push(roomTopic(place.roomId), command, JSON.stringify(lineFor(null)))
    for (const personId of place.address.personIds) {
      if (room?.deaf.has(personId) === true) continue
      if (room !== undefined) this.#people.find(personId)?.saw(room)
      this.tellPerson(personId, command, lineFor(personId))
    }
  }

  /** Tells all sockets of one person. */
  tellPerson(personId: string, command: Command, line: object): void {
    if (this.#people.find(personId) === undefined) return
    this.#outbox.push(personTopic(personId), command, JSON.stringify(line))
  }

  posted(place: Place, message: RoomMessage, room: LiveRoom): void {
    const messageTo = (readerId: string | null): ChatMessage => {
      const told = messageFor(place, message, readerId)
      return readerId !== null && room.asked.has(readerId) ? { ...told, Request: true } : told
    }
    this.tell(place, "Bc", messageTo, room)
  }

  edited(place: Place, seq: number, text: string, room?: LiveRoom): void {
    this.tell(place, "Ed", (reader) => ({ ...namesOf(place, reader), Seq: seq, Message: text, Edited: true }), room)
  }

  removed(place: Place, seq: number, room?: LiveRoom): void {
    this.tell(place, "De", (reader) => ({ ...namesOf(place, reader), Seq: seq }), room)
  }

  /** What was shown of a room may be wrong. */
  reload(place: Place): void {
    this.tell(place, "Rs", () => ({ Room: place.roomId, Reload: true }))
  }
}

/** What a line calls its room. */
export const namesOf = (place: Place, readerId: string | null) => ({
  Room: place.roomId,
  Epoch: place.epoch,
  Scope: place.address.scope,
  TargetUserCode: targetOf(place, readerId ?? ""),
})
