import { isConversation, type OwnedRoom, otherOf, type RoomAddress, type RoomStanding } from "#core/chat"
import type { LogListener, SqlClient, StoredEvent } from "#core/kernel"
import type { Named, SignedIn } from "#projections/accounts"
import type { ListedRoom } from "#projections/chat"
import { Batched } from "../Batched.ts"
import type { Broker } from "../broker/Broker.ts"
import { Exchange } from "../broker/Exchange.ts"
import { ReadPointers } from "../commands/ReadPointers.ts"
import { roomOf } from "../commands/shapes.ts"
import { Directory } from "../directory/Directory.ts"
import { Following } from "../follow/Following.ts"
import { LogFollower } from "../follow/LogFollower.ts"
import type { Rates } from "../limits/Allowance.ts"
import { Spending } from "../limits/Spending.ts"
import type { LivePerson, Peer } from "../peers/Peer.ts"
import { People } from "../peers/People.ts"
import { Presence } from "../presence/Presence.ts"
import { Announcer, namesOf } from "../rooms/Announcer.ts"
import { type Footing, type LiveRoom, RING_MESSAGES_MAX } from "../rooms/LiveRoom.ts"
import { LiveRooms } from "../rooms/LiveRooms.ts"
import { Outbox } from "../rooms/Outbox.ts"
import { type RoomEvent, RoomLog } from "../rooms/RoomLog.ts"
import type { RoomMessage } from "../rooms/RoomMessage.ts"
import { Seats } from "../seats/Seats.ts"

/** What a node asks of the rest of the product. */
export type Questions = {
  readonly members: (tokens: ReadonlyArray<string>) => Promise<ReadonlyMap<string, SignedIn>>
  readonly namesOf: (personIds: ReadonlyArray<string>) => Promise<ReadonlyMap<string, Named>>
  readonly peopleOf: (codes: ReadonlyArray<string>) => Promise<ReadonlyMap<string, string>>
  /** As the read model has them once it shows what the log said at a position, or as soon as it does not come to that. */
  readonly groupRooms: (personIds: ReadonlyArray<string>, position: number) => Promise<GroupRooms>
  readonly unread: (personIds: ReadonlyArray<string>, position: number) => Promise<ReadonlyMap<string, number>>
  /** As the facts are now. */
  readonly standing: (address: RoomAddress, personId: string) => Promise<RoomStanding>
  /** A room as it stands in a person's list once that shows what the log said at a position. */
  readonly listed: (personId: string, address: RoomAddress, position: number) => Promise<ListedRoom | null>
  /** Which of some people have the level that a creator's room asks for. */
  readonly granted: (room: OwnedRoom, among: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>
  /** Which of some people have a conversation with a person, once read models show what the log said at a position. */
  readonly partners: (
    personId: string,
    among: ReadonlyArray<string>,
    position: number,
  ) => Promise<ReadonlyArray<string>>
  readonly decode: (event: StoredEvent) => Promise<RoomEvent>
}

/** The group rooms of people, and whether that may be older than was asked for. */
export type GroupRooms = {
  readonly rooms: ReadonlyMap<string, ReadonlyArray<OwnedRoom>>
  readonly isOld: boolean
}

export type ChatNodeOptions = {
  readonly nodeId: string
  readonly sql: SqlClient
  readonly broker: Broker
  readonly questions: Questions
  /** Hears of all events of chat as the node follows the log. */
  readonly logListener: LogListener
  /** Sends a text to every socket that subscribed to a topic. */
  readonly publish: (topic: string, text: string) => void
  readonly now: () => number
  readonly rates?: Rates | undefined
  readonly onTrouble: (what: string, error: unknown) => void
}

/** One chat node: who is connected to it, what they listen to, and where what they are told comes from. */
export class ChatNode {
  readonly nodeId: string
  readonly now: () => number
  readonly people: People
  readonly presence: Presence
  readonly directory: Directory
  readonly log: RoomLog
  readonly rooms: LiveRooms
  readonly seats: Seats
  readonly follower: LogFollower
  readonly spending: Spending
  readonly exchange: Exchange
  readonly outbox: Outbox
  readonly readPointers: ReadPointers
  readonly tokens: Batched<SignedIn>
  readonly unread: Batched<number>
  /** Rooms that people asked about who came back, by what they were told. */
  readonly resumes = { current: 0, replayed: 0, reload: 0 }
  readonly #announcer: Announcer
  readonly #questions: Questions
  readonly #onTrouble: ChatNodeOptions["onTrouble"]
  /** Group rooms in which typing was shown a moment ago. */
  readonly #typed = new Set<string>()

  constructor({ nodeId, sql, broker, questions, logListener, publish, now, rates, onTrouble }: ChatNodeOptions) {
    this.nodeId = nodeId
    this.now = now
    this.#questions = questions
    this.#onTrouble = onTrouble
    this.people = new People((personId, isHere) => this.presence.note(personId, isHere), rates)
    this.outbox = new Outbox(publish)
    this.#announcer = new Announcer(this.people, this.outbox)
    const announcer = this.#announcer
    this.presence = new Presence(sql, nodeId, async (topic, personId, isOnline) => {
      const { userCode } = await this.directory.nameOf(personId)
      this.outbox.push(topic, "Pr", JSON.stringify({ UserCode: userCode, Online: isOnline }))
    })
    this.directory = new Directory({ now, namesOf: questions.namesOf, peopleOf: questions.peopleOf })
    this.log = new RoomLog({ sql, directory: this.directory, decode: questions.decode })
    this.rooms = new LiveRooms({
      now,
      position: () => this.follower.position,
      footing: (roomId, address, upTo) => this.#footing(roomId, address, upTo),
      deliver: (place, message, room) => {
        announcer.posted(place, message, room)
        this.seats.delivered(place, message, room)
      },
      newest: (roomId) => this.log.newest(roomId, RING_MESSAGES_MAX),
      reload: (place) => announcer.reload(place),
    })
    const groupRooms = new Batched(async (personIds) => {
      const { rooms, isOld } = await questions.groupRooms(personIds, this.follower.position)
      return new Map(personIds.map((personId) => [personId, { rooms: rooms.get(personId) ?? [], isOld }]))
    })
    this.seats = new Seats({
      people: this.people,
      rooms: this.rooms,
      announcer,
      directory: this.directory,
      presence: this.presence,
      standing: questions.standing,
      listed: async (personId, address, position) => {
        const room = await questions.listed(personId, address, position)
        return room && roomOf(room, await this.presence.online([room.targetId]))
      },
      partners: (personId, position) => questions.partners(personId, [...this.people.ids], position),
      granted: (room) => questions.granted(room, [...this.people.ids]),
      groupRooms: async (personId) => (await groupRooms.get(personId)) ?? { rooms: [], isOld: false },
    })
    const following = new Following({
      people: this.people,
      rooms: this.rooms,
      log: this.log,
      announcer,
      seats: this.seats,
      decode: questions.decode,
      logListener,
    })
    this.follower = new LogFollower(sql, following, (error) => onTrouble("the log could not be read", error))
    this.exchange = new Exchange(broker, {
      posted: (roomId, address, position, message) => {
        if (this.#isHeard(roomId, address)) this.rooms.open(roomId, address).offer(message, position)
      },
      typing: (roomId, address, personId) => this.#tellTyping(roomId, address, personId),
      heads: (heads) => {
        for (const [roomId, head] of Object.entries(heads)) this.rooms.find(roomId)?.hears(head)
      },
    })
    this.spending = new Spending(this.people, broker, now)
    this.readPointers = new ReadPointers(now)
    this.tokens = new Batched(questions.members)
    this.unread = new Batched((personIds) => questions.unread(personIds, this.follower.position))
  }

  /** A message was committed by this node: it goes to the sockets here and to the other nodes. */
  posted(roomId: string, address: RoomAddress, position: number, message: RoomMessage): void {
    this.rooms.open(roomId, address).offer(message, position)
    this.exchange.posted(roomId, address, position, message)
  }

  /** Somebody here is typing. */
  typing(roomId: string, address: RoomAddress, { personId }: LivePerson): void {
    this.#tellTyping(roomId, address, personId)
    this.exchange.typing(roomId, address, personId)
  }

  /** Lets typing be shown again in group rooms. */
  tendTyping(): void {
    this.#typed.clear()
  }

  /** A socket opened. */
  opened(peer: Peer): Peer {
    this.people.strangers.add(peer)
    return peer
  }

  /** Whether somebody here hears of a room. */
  isListened({ roomId, place }: LiveRoom): boolean {
    return place !== undefined && this.#hasReaders(roomId, place.address)
  }

  /** Nobody is signed in on a socket any more; it may bring a token for as long as is said. */
  signOut(peer: Peer, dueMs: number): void {
    this.presence.unwatch(peer)
    this.people.detach(peer)
    peer.dueMs = dueMs
    if (peer.wire !== null) this.people.strangers.add(peer)
  }

  /** A socket closed. */
  closed(peer: Peer): void {
    this.presence.unwatch(peer)
    this.people.detach(peer)
    this.people.strangers.delete(peer)
  }

  #isHeard(roomId: string, address: RoomAddress): boolean {
    return this.rooms.find(roomId) !== undefined || this.#hasReaders(roomId, address)
  }

  #hasReaders(roomId: string, address: RoomAddress): boolean {
    if (!isConversation(address)) return this.people.members(roomId).size > 0
    return address.personIds.some((personId) => this.people.find(personId) !== undefined)
  }

  async #footing(roomId: string, address: RoomAddress, upTo: number): Promise<Footing> {
    const [opened, place, head, standings] = await Promise.all([
      this.log.opened(roomId),
      this.seats.placeOf(roomId, { address, epoch: 0 }),
      this.log.head(roomId, upTo),
      isConversation(address)
        ? Promise.all(address.personIds.map((personId) => this.#questions.standing(address, personId)))
        : [],
    ])
    const ids = isConversation(address) ? address.personIds : []
    const seated = (as: RoomStanding["seat"]) => ids.filter((_, at) => standings[at]?.seat === as)
    return {
      place: { ...place, epoch: opened?.epoch ?? 0 },
      head,
      deaf: seated("ignored"),
      asked: seated("invited"),
    }
  }

  /** It may be lost: who goes on typing says so again. */
  #tellTyping(roomId: string, address: RoomAddress, personId: string): void {
    this.#showTyping(roomId, address, personId).catch((error) => this.#onTrouble("typing was not shown", error))
  }

  async #showTyping(roomId: string, address: RoomAddress, personId: string): Promise<void> {
    if (!this.#isHeard(roomId, address) || this.#typed.has(roomId)) return
    // Where many type at once nobody can follow who does.
    if (!isConversation(address)) this.#typed.add(roomId)
    const place = await this.seats.placeOf(roomId, { address, epoch: 0 })
    const { userCode, displayName } = await this.directory.nameOf(personId)
    const room = this.rooms.find(roomId)
    const line = (readerId: string | null) => ({
      ...namesOf(place, readerId),
      UserCode: userCode,
      UserDisplayName: displayName,
    })
    if (!isConversation(address)) return this.#announcer.tell(place, "Ty", line)
    const other = otherOf(address, personId)
    if (room?.deaf.has(other) !== true) this.#announcer.tellPerson(other, "Ty", line(other))
  }
}
