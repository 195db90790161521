import {
  ChatPersonEvents,
  GrantEvents,
  type GroupEvents,
  groupRoomOf,
  isConversation,
  otherOf,
  ReactionEvents,
  RoomEvents,
  roomIdOf,
  SeatEvents,
} from "#core/chat"
import type { EventFamily, LogListener, StoredEvent } from "#core/kernel"
import { AccessPassEvents, RuleEvents } from "#core/subscriptions"
import type { ConnectedPeople } from "../peers/ConnectedPeople.ts"
import type { NameCache } from "../peers/NameCache.ts"
import type { Announcer } from "../rooms/Announcer.ts"
import type { LiveRoom } from "../rooms/LiveRoom.ts"
import type { LiveRooms } from "../rooms/LiveRooms.ts"
import { changesOf, type RoomEvent, type RoomLog, type RoomOrigin } from "../rooms/RoomLog.ts"
import type { RoomMessage } from "../rooms/RoomMessage.ts"
import type { Listener } from "./LogTailer.ts"
import type { PermissionFanout } from "./PermissionFanout.ts"

type EventOf<Family> = Family extends EventFamily<infer Event> ? Event : never
type PlainEvent =
  | EventOf<typeof SeatEvents>
  | EventOf<typeof ReactionEvents>
  | EventOf<typeof ChatPersonEvents>
  | EventOf<typeof GrantEvents>
  | EventOf<typeof RuleEvents>
  | EventOf<typeof AccessPassEvents>
type AnyChatEvent = RoomEvent | PlainEvent

/** Cached room addresses; they never change. */
const ADDRESSES_MAX = 50_000

export type ChatEventHandlerOptions = {
  readonly people: ConnectedPeople
  readonly rooms: LiveRooms
  readonly log: RoomLog
  readonly announcer: Announcer
  readonly names: NameCache
  readonly fanout: PermissionFanout
  readonly decode: (event: StoredEvent) => Promise<RoomEvent>
  /** Reports every chat event to the permission cache. */
  readonly logListener: LogListener
}

const FAMILIES = [
  RoomEvents,
  SeatEvents,
  ReactionEvents,
  ChatPersonEvents,
  GrantEvents,
  RuleEvents,
  AccessPassEvents,
] as unknown as ReadonlyArray<EventFamily<AnyChatEvent>>
const FAMILY_OF = new Map<string, EventFamily<AnyChatEvent>>(
  FAMILIES.flatMap((family) => family.types.map((type) => [type, family] as const)),
)
/** Events that do not concern sockets. */
const IGNORED_TYPES = new Set([
  "chat.QuietHoursSet.v1",
  "chat.StrangerAddressed.v1",
  "chat.MessageReported.v1",
  "chat.ChatForgotten.v1",
])
const POSTED = "chat.MessagePosted.v1"
const EDITED = "chat.MessageEdited.v1"
/** A name goes with the person who gave it, so that a removal may rename a group too. */
const RENAMED: ReadonlyArray<string> = ["chat.GroupRenamed.v1", "chat.GroupMemberRemoved.v1"] satisfies ReadonlyArray<
  (typeof GroupEvents.types)[number]
>
const REACTED = new Set(["chat.ReactionAdded.v1", "chat.ReactionRemoved.v1"])

/**
 * Applies chat events from the log to the people connected here. Texts are decrypted only if someone here needs them
 * and nothing else delivered them before.
 */
export class ChatEventHandler implements Listener {
  readonly types = [...FAMILY_OF.keys(), ...RENAMED]
  readonly #options: ChatEventHandlerOptions
  readonly #opened = new Map<string, RoomOrigin>()
  /** Rooms that did not exist yet; they may exist with the next events. */
  readonly #missing = new Set<string>()
  readonly #unsealed = new Map<number, { readonly event: RoomEvent; readonly message: RoomMessage | null }>()
  /** People who reacted in the events at hand. */
  readonly #reacted = new Map<string, Awaited<ReturnType<NameCache["nameOf"]>>>()

  constructor(options: ChatEventHandlerOptions) {
    this.#options = options
  }

  readonly fetch = (events: ReadonlyArray<StoredEvent>): Promise<void> | undefined => {
    const unknown = new Set(events.flatMap((event) => roomOf(event) ?? []).filter((roomId) => !this.#isKnown(roomId)))
    if (unknown.size > 0) return this.#learn([...unknown])
    const sealed = events.filter((event) => this.#isWanted(event) && !this.#unsealed.has(event.position))
    if (sealed.length > 0) return this.#unseal(sealed)
    const unnamed = events.flatMap((event) => this.#reactorOf(event) ?? [])
    return unnamed.length > 0 ? this.#name([...new Set(unnamed)]) : undefined
  }

  readonly apply = (events: ReadonlyArray<StoredEvent>) => {
    for (const stored of events) {
      this.#options.logListener.onAppend(stored.stream, stored.version)
      if (IGNORED_TYPES.has(stored.type)) continue
      if (RENAMED.includes(stored.type)) {
        this.#renamed(stored)
        continue
      }
      const opened = this.#opened.get(roomOf(stored) ?? "")
      const unsealed = this.#unsealed.get(stored.position)
      if (unsealed !== undefined && opened !== undefined) this.#applySealed(unsealed, opened, stored.position)
      if (isSealed(stored.type)) continue
      const event = FAMILY_OF.get(stored.type)?.decodeSync(stored.type, stored.data)
      if (event !== undefined) this.#applyPlain(event, opened, stored.position)
    }
    this.#unsealed.clear()
    this.#reacted.clear()
    this.#missing.clear()
  }

  /** Members load the name; the event has it sealed. */
  #renamed({ data, position }: StoredEvent): void {
    const room = groupRoomOf((data as { readonly groupId: string }).groupId)
    const { people, fanout } = this.#options
    for (const { personId } of people.members(roomIdOf(room))) fanout.changed(personId, room, position)
  }

  readonly nowMs = () => this.#options.logListener.nowMs()
  readonly onCaughtUp = (ms: number) => this.#options.logListener.caughtUpTo(ms)

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

  /** The person of a reaction that someone here sees, if the name is still missing. */
  #reactorOf({ type, data }: StoredEvent): string | undefined {
    if (!REACTED.has(type)) return undefined
    const { roomId, personId } = data as { readonly roomId: string; readonly personId: string }
    return this.#reacted.has(personId) || !this.#isShown(roomId) ? undefined : personId
  }

  async #name(personIds: ReadonlyArray<string>): Promise<void> {
    const named = await Promise.all(personIds.map((personId) => this.#options.names.nameOf(personId)))
    for (const [at, name] of named.entries()) this.#reacted.set(personIds[at] ?? "", name)
  }

  #isShown(roomId: string): boolean {
    return this.#options.rooms.find(roomId) !== undefined || this.#isHeard(roomId)
  }

  /** Whether someone here needs the content of a sealed event. */
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
    { address }: RoomOrigin,
    position: number,
  ) {
    const { rooms, announcer } = this.#options
    if (event._tag !== POSTED && event._tag !== EDITED) return
    const room = rooms.open(event.roomId, address)
    if (message !== null) return room.offer(message, position)
    this.#change(room, event, position)
    room.whenOpen((view) => announcer.edited(view, event.seq, event.text ?? "", room))
  }

  #applyPlain(event: AnyChatEvent, opened: RoomOrigin | undefined, position: number) {
    const { rooms, announcer, fanout } = this.#options
    if ("creatorIds" in event) {
      for (const creatorId of event.creatorIds) fanout.levelChanged(creatorId, event.personId, position)
      return
    }
    if ("creatorId" in event) return fanout.levelChanged(event.creatorId, event.personId, position)
    if ("blockedId" in event) return fanout.pairChanged(event.personId, event.blockedId, position)
    if (!("roomId" in event) || opened === undefined) return
    const { roomId } = event
    switch (event._tag) {
      case "chat.MessageRemoved.v1":
      case "chat.MessagesForgotten.v1": {
        if (!this.#isShown(roomId)) return
        const room = rooms.open(roomId, opened.address)
        this.#change(room, event, position)
        const seqs = event._tag === "chat.MessageRemoved.v1" ? [event.seq] : event.seqs
        return room.whenOpen((view) => {
          for (const seq of seqs) announcer.removed(view, seq, room)
        })
      }
      case "chat.ReactionAdded.v1":
      case "chat.ReactionRemoved.v1": {
        const { seq, emoji, count, personId } = event
        const person = this.#reacted.get(personId)
        if (person === undefined || !this.#isShown(roomId)) return
        const room = rooms.open(roomId, opened.address)
        room.position = Math.max(room.position, position)
        const reaction = {
          Seq: seq,
          Emoji: emoji,
          Count: count,
          UserCode: person.userCode,
          UserDisplayName: person.displayName,
          On: event._tag === "chat.ReactionAdded.v1",
        }
        return room.whenOpen((view) => announcer.reacted(view, reaction, room))
      }
      case "chat.RoomOpened.v1":
      case "chat.RoomShut.v1":
        return fanout.roomChanged(roomId, opened, position)
      case "chat.ReadPointerMoved.v1":
        return fanout.read(event, opened, position)
      case "chat.PersonInvited.v1":
        seat(rooms.find(roomId), event.personId, "invited")
        fanout.invited(event, opened)
        return fanout.changed(event.personId, opened.address, position)
      case "chat.RoomMuted.v1":
      case "chat.RoomUnmuted.v1":
        return fanout.changed(event.personId, opened.address, position)
      case "chat.InviteIgnored.v1":
        seat(rooms.find(roomId), event.personId, "muted")
        return fanout.changed(event.personId, opened.address, position)
      case "chat.InviteAccepted.v1":
      case "chat.MemberJoined.v1":
      case "chat.MemberLeft.v1":
        seat(rooms.find(roomId), event.personId, "in")
        fanout.changed(event.personId, opened.address, position)
        if (isConversation(opened.address))
          fanout.changed(otherOf(opened.address, event.personId), opened.address, position)
        // Earlier messages are not new to a member who joins, even if their level already gave access.
        else if (event._tag === "chat.MemberJoined.v1")
          fanout.read({ roomId, personId: event.personId, seq: event.read }, opened, position)
        return
      case "chat.PersonBanned.v1":
      case "chat.PersonUnbanned.v1":
      case "chat.BannedByOperators.v1":
      case "chat.UnbannedByOperators.v1":
        return fanout.changed(event.personId, opened.address, position)
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
