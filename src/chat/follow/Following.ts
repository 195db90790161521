import { ChatPersonEvents, GrantEvents, isConversation, otherOf, RoomEvents, SeatEvents } from "#core/chat"
import type { EventFamily, LogListener, StoredEvent } from "#core/kernel"
import type { People } from "../peers/People.ts"
import type { Announcer } from "../rooms/Announcer.ts"
import type { LiveRoom } from "../rooms/LiveRoom.ts"
import type { LiveRooms } from "../rooms/LiveRooms.ts"
import { changesOf, type Opened, type RoomEvent, type RoomLog } from "../rooms/RoomLog.ts"
import type { RoomMessage } from "../rooms/RoomMessage.ts"
import type { Seats } from "../seats/Seats.ts"
import type { Listener } from "./LogFollower.ts"

type EventOf<Family> = Family extends EventFamily<infer Event> ? Event : never
type PlainEvent = EventOf<typeof SeatEvents> | EventOf<typeof ChatPersonEvents> | EventOf<typeof GrantEvents>
type AnyChatEvent = RoomEvent | PlainEvent

/** Rooms whose address is kept in memory; it never changes. */
const ADDRESSES_MAX = 50_000

export type FollowingOptions = {
  readonly people: People
  readonly rooms: LiveRooms
  readonly log: RoomLog
  readonly announcer: Announcer
  readonly seats: Seats
  readonly decode: (event: StoredEvent) => Promise<RoomEvent>
  /** What permission follows from hears of all events of chat. */
  readonly logListener: LogListener
}

const FAMILIES = [RoomEvents, SeatEvents, ChatPersonEvents, GrantEvents] as unknown as ReadonlyArray<
  EventFamily<AnyChatEvent>
>
const FAMILY_OF = new Map<string, EventFamily<AnyChatEvent>>(
  FAMILIES.flatMap((family) => family.types.map((type) => [type, family] as const)),
)
/** Of no concern to a socket. */
const UNHEARD = new Set([
  "chat.QuietHoursSet.v1",
  "chat.StrangerAddressed.v1",
  "chat.MessageReported.v1",
  "chat.ChatForgotten.v1",
])
const POSTED = "chat.MessagePosted.v1"
const EDITED = "chat.MessageEdited.v1"

/**
 * What the facts of chat mean for those who are connected here, wherever they were written. Texts are unsealed only where
 * somebody here is to see them and nothing else brought them before.
 */
export class Following implements Listener {
  readonly types = [...FAMILY_OF.keys()]
  readonly #options: FollowingOptions
  readonly #opened = new Map<string, Opened>()
  /** Rooms that were not there when they were looked for: they may be there with the next events. */
  readonly #missing = new Set<string>()
  readonly #unsealed = new Map<number, { readonly event: RoomEvent; readonly message: RoomMessage | null }>()

  constructor(options: FollowingOptions) {
    this.#options = options
  }

  readonly fetch = (events: ReadonlyArray<StoredEvent>): Promise<void> | undefined => {
    const unknown = new Set(events.flatMap((event) => roomOf(event) ?? []).filter((roomId) => !this.#isKnown(roomId)))
    if (unknown.size > 0) return this.#learn([...unknown])
    const sealed = events.filter((event) => this.#isWanted(event) && !this.#unsealed.has(event.position))
    return sealed.length > 0 ? this.#unseal(sealed) : undefined
  }

  readonly apply = (events: ReadonlyArray<StoredEvent>) => {
    for (const stored of events) {
      this.#options.logListener.onAppend(stored.stream, stored.version)
      if (UNHEARD.has(stored.type)) continue
      const opened = this.#opened.get(roomOf(stored) ?? "")
      const unsealed = this.#unsealed.get(stored.position)
      if (unsealed !== undefined && opened !== undefined) this.#applySealed(unsealed, opened, stored.position)
      if (isSealed(stored.type)) continue
      const event = FAMILY_OF.get(stored.type)?.decodeSync(stored.type, stored.data)
      if (event !== undefined) this.#applyPlain(event, opened, stored.position)
    }
    this.#unsealed.clear()
    this.#missing.clear()
  }

  readonly nowMs = () => this.#options.logListener.nowMs()
  readonly appliedUpTo = (ms: number) => this.#options.logListener.caughtUpTo(ms)

  async #learn(roomIds: ReadonlyArray<string>): Promise<void> {
    const surplus = Math.max(0, this.#opened.size + roomIds.length - ADDRESSES_MAX)
    for (const roomId of [...this.#opened.keys()].slice(0, surplus)) this.#opened.delete(roomId)
    const learnt = await Promise.all(roomIds.map((roomId) => this.#options.log.opened(roomId)))
    for (const [at, roomId] of roomIds.entries()) {
      const opened = learnt[at]
      if (opened === undefined) this.#missing.add(roomId)
      else this.#opened.set(roomId, opened)
    }
  }

  #isKnown(roomId: string): boolean {
    return this.#opened.has(roomId) || this.#missing.has(roomId)
  }

  async #unseal(events: ReadonlyArray<StoredEvent>): Promise<void> {
    const unseal = async (stored: StoredEvent) => {
      const event = await this.#options.decode(stored)
      const message = event._tag === POSTED ? await this.#options.log.message(event) : null
      this.#unsealed.set(stored.position, { event, message })
    }
    await Promise.all(events.map(unseal))
  }

  /** Whether somebody here is to see what a sealed event holds. */
  #isWanted(stored: StoredEvent): boolean {
    const roomId = isSealed(stored.type) ? roomOf(stored) : undefined
    if (roomId === undefined) return false
    const room = this.#options.rooms.find(roomId)
    if (room !== undefined && stored.type === POSTED) return room.lacks((stored.data as { readonly seq: number }).seq)
    return room !== undefined || this.#isHeard(roomId)
  }

  #isHeard(roomId: string): boolean {
    const address = this.#opened.get(roomId)?.address
    if (address === undefined) return false
    const { people } = this.#options
    return isConversation(address)
      ? address.personIds.some((personId) => people.find(personId) !== undefined)
      : people.members(roomId).size > 0
  }

  #applySealed(
    { event, message }: { readonly event: RoomEvent; readonly message: RoomMessage | null },
    { address }: Opened,
    position: number,
  ) {
    const { rooms, announcer } = this.#options
    if (event._tag !== POSTED && event._tag !== EDITED) return
    const room = rooms.open(event.roomId, address)
    if (message !== null) return room.offer(message, position)
    this.#change(room, event, position)
    room.whenOpen((place) => announcer.edited(place, event.seq, event.text ?? "", room))
  }

  #applyPlain(event: AnyChatEvent, opened: Opened | undefined, position: number) {
    const { rooms, announcer, seats } = this.#options
    if ("creatorId" in event) return seats.levelChanged(event.creatorId, event.personId, position)
    if ("blockedId" in event) return seats.pairChanged(event.personId, event.blockedId, position)
    if (!("roomId" in event) || opened === undefined) return
    const { roomId } = event
    switch (event._tag) {
      case "chat.MessageRemoved.v1":
      case "chat.MessagesForgotten.v1": {
        if (rooms.find(roomId) === undefined && !this.#isHeard(roomId)) return
        const room = rooms.open(roomId, opened.address)
        this.#change(room, event, position)
        const seqs = event._tag === "chat.MessageRemoved.v1" ? [event.seq] : event.seqs
        return room.whenOpen((place) => {
          for (const seq of seqs) announcer.removed(place, seq, room)
        })
      }
      case "chat.RoomOpened.v1":
      case "chat.RoomShut.v1":
        return seats.roomChanged(roomId, opened, position)
      case "chat.ReadPointerMoved.v1":
        return seats.read(event, opened, position)
      case "chat.PersonInvited.v1":
        seat(rooms.find(roomId), event.personId, "asked")
        seats.invited(event, opened)
        return seats.changed(event.personId, opened.address, position)
      case "chat.InviteIgnored.v1":
        seat(rooms.find(roomId), event.personId, "deaf")
        return seats.changed(event.personId, opened.address, position)
      case "chat.InviteAccepted.v1":
      case "chat.MemberJoined.v1":
      case "chat.MemberLeft.v1":
        seat(rooms.find(roomId), event.personId, "in")
        seats.changed(event.personId, opened.address, position)
        if (isConversation(opened.address))
          seats.changed(otherOf(opened.address, event.personId), opened.address, position)
        // What was said before is not new to who joins, also where their level had let them in already.
        else if (event._tag === "chat.MemberJoined.v1")
          seats.read({ roomId, personId: event.personId, seq: event.read }, opened, position)
        return
      case "chat.PersonBanned.v1":
      case "chat.PersonUnbanned.v1":
        return seats.changed(event.personId, opened.address, position)
      default:
    }
  }

  #change(room: LiveRoom, event: RoomEvent, position: number): void {
    room.position = Math.max(room.position, position)
    room.whenOpen(() => {
      for (const [seq, how] of changesOf(event)) room.change(seq, how)
    })
  }
}

const seat = (room: LiveRoom | undefined, ...[personId, as]: Parameters<LiveRoom["seat"]>): void =>
  room?.whenOpen(() => room.seat(personId, as))

const isSealed = (type: string): boolean => type === POSTED || type === EDITED

const roomOf = ({ data }: StoredEvent): string | undefined => (data as { readonly roomId?: string }).roomId
