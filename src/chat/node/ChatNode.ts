import { type CurrentPermissions, isConversation, type OwnedRoom, otherOf, type RoomAddress } from "#core/chat"
import type { LogListener, SqlClient, StoredEvent } from "#core/kernel"
import type { Named, SignedIn } from "#projections/accounts"
import type { ListedRoom } from "#projections/chat"
import type { Broker } from "../broker/Broker.ts"
import { NodeMessages } from "../broker/NodeMessages.ts"
import { roomOf } from "../commands/replies.ts"
import { ChatEventHandler } from "../fanout/ChatEventHandler.ts"
import { LogTailer } from "../fanout/LogTailer.ts"
import { PermissionFanout } from "../fanout/PermissionFanout.ts"
import type { Rates } from "../limits/RateLimit.ts"
import { RateLimitGossip } from "../limits/RateLimitGossip.ts"
import { ConnectedPeople } from "../peers/ConnectedPeople.ts"
import { NameCache } from "../peers/NameCache.ts"
import type { ConnectedPerson, Peer } from "../peers/Peer.ts"
import { Presence } from "../peers/Presence.ts"
import { QueryBatcher } from "../QueryBatcher.ts"
import { Announcer, namesOf } from "../rooms/Announcer.ts"
import { FrameBatcher } from "../rooms/FrameBatcher.ts"
import { type InitialRoomState, type LiveRoom, RING_MESSAGES_MAX } from "../rooms/LiveRoom.ts"
import { LiveRooms } from "../rooms/LiveRooms.ts"
import { type RoomEvent, RoomLog } from "../rooms/RoomLog.ts"
import type { RoomMessage } from "../rooms/RoomMessage.ts"

/** Minimum time between two writes of one pointer. */
const POINTER_MS = 1_000
const POINTERS_MAX = 20_000

type Pointer = { writtenMs: number; waiting: { seq: number; written: Promise<unknown> } | null }

/** Coalesces read pointers: of several in a row only the last one is written. */
export class ReadPointers {
  readonly #now: () => number
  readonly #pointers = new Map<string, Pointer>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Resolves when a pointer at least this far was written. */
  async move<R>(key: string, seq: number, write: (seq: number) => Promise<R>): Promise<R> {
    const pointer = this.#pointer(key)
    if (pointer.waiting !== null) {
      pointer.waiting.seq = Math.max(pointer.waiting.seq, seq)
      // One key always has the same kind of write.
      return pointer.waiting.written as Promise<R>
    }
    const restMs = pointer.writtenMs + POINTER_MS - this.#now()
    if (restMs > 0) {
      const rested = Promise.withResolvers<void>()
      const written = rested.promise.then(() => {
        const last = pointer.waiting?.seq ?? seq
        pointer.waiting = null
        pointer.writtenMs = this.#now()
        return write(last)
      })
      pointer.waiting = { seq, written }
      setTimeout(rested.resolve, restMs).unref()
      return written
    }
    pointer.writtenMs = this.#now()
    return write(seq)
  }

  #pointer(key: string): Pointer {
    const pointer = this.#pointers.get(key) ?? { writtenMs: Number.NEGATIVE_INFINITY, waiting: null }
    this.#pointers.delete(key)
    this.#pointers.set(key, pointer)
    const [oldest] = this.#pointers.keys()
    if (this.#pointers.size > POINTERS_MAX && oldest !== undefined) this.#pointers.delete(oldest)
    return pointer
  }
}

/** Queries of a node, implemented in nodeQueries.ts. */
export type NodeQueries = {
  readonly members: (tokens: ReadonlyArray<string>) => Promise<ReadonlyMap<string, SignedIn>>
  readonly namesOf: (personIds: ReadonlyArray<string>) => Promise<ReadonlyMap<string, Named>>
  readonly peopleOf: (codes: ReadonlyArray<string>) => Promise<ReadonlyMap<string, string>>
  /** From the read model once it has reached the position, or as it is if that takes too long. */
  readonly groupRooms: (personIds: ReadonlyArray<string>, position: number) => Promise<GroupRooms>
  readonly unread: (personIds: ReadonlyArray<string>, position: number) => Promise<ReadonlyMap<string, number>>
  /** Current permissions. */
  readonly permissions: (address: RoomAddress, personId: string) => Promise<CurrentPermissions>
  /** A room in the list of a person, once the read model has reached a log position. */
  readonly listed: (personId: string, address: RoomAddress, position: number) => Promise<ListedRoom | null>
  /** Which of these people have the level that a group room requires. */
  readonly granted: (room: OwnedRoom, among: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>
  /** Which of these people have a conversation with a person, once the read model has reached a log position. */
  readonly partners: (
    personId: string,
    among: ReadonlyArray<string>,
    position: number,
  ) => Promise<ReadonlyArray<string>>
  readonly decode: (event: StoredEvent) => Promise<RoomEvent>
}

/** `isOld`: the read model had not reached the position. */
export type GroupRooms = {
  readonly rooms: ReadonlyMap<string, ReadonlyArray<OwnedRoom>>
  readonly isOld: boolean
}

export type ChatNodeOptions = {
  readonly nodeId: string
  /** The era of the log in which this node has started. */
  readonly eraId: string
  readonly sql: SqlClient
  readonly broker: Broker
  readonly queries: NodeQueries
  /** Hears every chat event that the node reads from the log. */
  readonly logListener: LogListener
  readonly publish: (topic: string, text: string) => void
  readonly now: () => number
  readonly rates?: Rates | undefined
  readonly onTrouble: (what: string, error: unknown) => void
}

/** One chat node: connected people, their subscriptions and the sources of pushes. */
export class ChatNode {
  readonly nodeId: string
  readonly eraId: string
  readonly now: () => number
  readonly people: ConnectedPeople
  readonly presence: Presence
  readonly names: NameCache
  readonly log: RoomLog
  readonly rooms: LiveRooms
  readonly fanout: PermissionFanout
  readonly follower: LogTailer
  readonly rateLimitGossip: RateLimitGossip
  readonly nodeMessages: NodeMessages
  readonly frameBatcher: FrameBatcher
  readonly readPointers: ReadPointers
  readonly tokens: QueryBatcher<SignedIn>
  readonly unread: QueryBatcher<number>
  /** For metrics: results of resumed rooms. */
  readonly resumes = { current: 0, replayed: 0, reload: 0 }
  readonly #announcer: Announcer
  readonly #queries: NodeQueries
  readonly #onTrouble: ChatNodeOptions["onTrouble"]
  /** Group rooms in which typing was shown a moment ago. */
  readonly #typed = new Set<string>()

  constructor(options: ChatNodeOptions) {
    const { nodeId, eraId, sql, broker, queries, logListener, publish, now, rates, onTrouble } = options
    this.nodeId = nodeId
    this.eraId = eraId
    this.now = now
    this.#queries = queries
    this.#onTrouble = onTrouble
    this.people = new ConnectedPeople((personId, isHere) => this.presence.note(personId, isHere), rates)
    this.frameBatcher = new FrameBatcher(publish)
    this.#announcer = new Announcer(this.people, this.frameBatcher)
    const announcer = this.#announcer
    this.presence = new Presence(sql, nodeId, async (topic, personId, isOnline) => {
      const { userCode } = await this.names.nameOf(personId)
      this.frameBatcher.push(topic, "Pr", JSON.stringify({ UserCode: userCode, Online: isOnline }))
    })
    this.names = new NameCache({ now, namesOf: queries.namesOf, peopleOf: queries.peopleOf })
    this.log = new RoomLog({ sql, names: this.names, decode: queries.decode })
    this.rooms = new LiveRooms({
      now,
      position: () => this.follower.position,
      initialState: (roomId, address, upTo) => this.#initialState(roomId, address, upTo),
      deliver: (view, message, room) => {
        announcer.posted(view, message, room)
        this.fanout.delivered(view, message, room)
      },
      newest: (roomId) => this.log.newest(roomId, RING_MESSAGES_MAX),
      reload: (view) => announcer.reload(view),
    })
    const groupRooms = new QueryBatcher(async (personIds) => {
      const { rooms, isOld } = await queries.groupRooms(personIds, this.follower.position)
      return new Map(personIds.map((personId) => [personId, { rooms: rooms.get(personId) ?? [], isOld }]))
    })
    this.fanout = new PermissionFanout({
      people: this.people,
      rooms: this.rooms,
      announcer,
      names: this.names,
      presence: this.presence,
      permissions: queries.permissions,
      listed: async (personId, address, position) => {
        const room = await queries.listed(personId, address, position)
        return room && roomOf(room, await this.presence.online([room.targetId]))
      },
      partners: (personId, position) => queries.partners(personId, [...this.people.ids], position),
      granted: (room) => queries.granted(room, [...this.people.ids]),
      groupRooms: async (personId) => (await groupRooms.get(personId)) ?? { rooms: [], isOld: false },
    })
    const following = new ChatEventHandler({
      people: this.people,
      rooms: this.rooms,
      log: this.log,
      names: this.names,
      announcer,
      fanout: this.fanout,
      decode: queries.decode,
      logListener,
    })
    this.follower = new LogTailer(sql, following, (error) => onTrouble("the log could not be read", error))
    this.nodeMessages = new NodeMessages(broker, eraId, {
      posted: (roomId, address, position, message) => {
        if (this.#isHeard(roomId, address)) this.rooms.open(roomId, address).offer(message, position)
      },
      typing: (roomId, address, personId) => this.#notifyTyping(roomId, address, personId),
      heads: (heads) => {
        for (const [roomId, head] of Object.entries(heads)) this.rooms.find(roomId)?.updateHead(head)
      },
    })
    this.rateLimitGossip = new RateLimitGossip(this.people, broker, now)
    this.readPointers = new ReadPointers(now)
    this.tokens = new QueryBatcher(queries.members)
    this.unread = new QueryBatcher((personIds) => queries.unread(personIds, this.follower.position))
  }

  /** Delivers a message committed by this node to its sockets and to other nodes. */
  posted(roomId: string, address: RoomAddress, position: number, message: RoomMessage): void {
    this.rooms.open(roomId, address).offer(message, position)
    this.nodeMessages.posted(roomId, address, position, message)
  }

  typing(roomId: string, address: RoomAddress, { personId }: ConnectedPerson): void {
    this.#notifyTyping(roomId, address, personId)
    this.nodeMessages.typing(roomId, address, personId)
  }

  /** Allows typing in group rooms to be shown again. */
  resetTyping(): void {
    this.#typed.clear()
  }

  opened(peer: Peer): Peer {
    this.people.unauthenticated.add(peer)
    return peer
  }

  isListened({ roomId, view }: LiveRoom): boolean {
    return view !== undefined && this.#hasReaders(roomId, view.address)
  }

  /** The socket may send another token until `dueMs`. */
  signOut(peer: Peer, dueMs: number): void {
    this.presence.unwatch(peer)
    this.people.detach(peer)
    peer.dueMs = dueMs
    if (peer.wire !== null) this.people.unauthenticated.add(peer)
  }

  closed(peer: Peer): void {
    this.presence.unwatch(peer)
    this.people.detach(peer)
    this.people.unauthenticated.delete(peer)
  }

  #isHeard(roomId: string, address: RoomAddress): boolean {
    return this.rooms.find(roomId) !== undefined || this.#hasReaders(roomId, address)
  }

  #hasReaders(roomId: string, address: RoomAddress): boolean {
    if (!isConversation(address)) return this.people.members(roomId).size > 0
    return address.personIds.some((personId) => this.people.find(personId) !== undefined)
  }

  async #initialState(roomId: string, address: RoomAddress, upTo: number): Promise<InitialRoomState> {
    const [opened, view, head, permissionsOfBoth] = await Promise.all([
      this.log.opened(roomId),
      this.fanout.viewOf(roomId, { address, epoch: 0 }),
      this.log.head(roomId, upTo),
      isConversation(address)
        ? Promise.all(address.personIds.map((personId) => this.#queries.permissions(address, personId)))
        : [],
    ])
    const ids = isConversation(address) ? address.personIds : []
    const seatedAs = (as: CurrentPermissions["seat"]) => ids.filter((_, at) => permissionsOfBoth[at]?.seat === as)
    return {
      view: { ...view, epoch: opened?.epoch ?? 0 },
      head,
      muted: seatedAs("ignored"),
      invited: seatedAs("invited"),
    }
  }

  /** Typing may be lost: it is repeated while the person types. */
  #notifyTyping(roomId: string, address: RoomAddress, personId: string): void {
    this.#showTyping(roomId, address, personId).catch((error) => this.#onTrouble("typing was not shown", error))
  }

  async #showTyping(roomId: string, address: RoomAddress, personId: string): Promise<void> {
    if (!this.#isHeard(roomId, address) || this.#typed.has(roomId)) return
    // In a group one typing notice a second is enough.
    if (!isConversation(address)) this.#typed.add(roomId)
    const view = await this.fanout.viewOf(roomId, { address, epoch: 0 })
    const { userCode, displayName } = await this.names.nameOf(personId)
    const room = this.rooms.find(roomId)
    const line = (readerId: string | null) => ({
      ...namesOf(view, readerId),
      UserCode: userCode,
      UserDisplayName: displayName,
    })
    if (!isConversation(address)) return this.#announcer.announce(view, "Ty", line)
    const other = otherOf(address, personId)
    if (room?.muted.has(other) !== true) this.#announcer.pushToPerson(other, "Ty", line(other))
  }
}
