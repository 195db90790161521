import type { ChatRoom } from "#contract/chat"
import {
  type Conversation,
  isConversation,
  LEVEL_OF,
  type OwnedRoom,
  otherOf,
  type RoomAddress,
  type RoomStanding,
  roomIdOf,
} from "#core/chat"
import type { Directory } from "../directory/Directory.ts"
import type { LivePerson } from "../peers/Peer.ts"
import type { People } from "../peers/People.ts"
import type { Presence } from "../presence/Presence.ts"
import { type Announcer, namesOf } from "../rooms/Announcer.ts"
import type { LiveRoom } from "../rooms/LiveRoom.ts"
import type { LiveRooms } from "../rooms/LiveRooms.ts"
import type { Opened } from "../rooms/RoomLog.ts"
import type { Place, RoomMessage } from "../rooms/RoomMessage.ts"

const RETRY_MS = 250
/** For a minute: after that those who were to be told something have long loaded it anew. */
const TRIES_MAX = 240
/** People who are told at the same time that a door was shut or opened. */
const TOLD_AT_ONCE = 20
/** Invitations whose first message is not here yet; beyond, the oldest goes. */
const INVITED_MAX = 10_000

export type SeatsOptions = {
  readonly people: People
  readonly rooms: LiveRooms
  readonly announcer: Announcer
  readonly directory: Directory
  readonly presence: Pick<Presence, "hears" | "part">
  /** How a person stands to a room, as the facts are now. */
  readonly standing: (address: RoomAddress, personId: string) => Promise<Pick<RoomStanding, "mayRead" | "state">>
  /** A room as it stands in a person's list once that shows what the log said at a position. */
  readonly listed: (personId: string, address: RoomAddress, position: number) => Promise<ChatRoom | null>
  /** Who of those here has the level that a room asks for, without having joined. */
  readonly granted: (room: OwnedRoom) => Promise<ReadonlyArray<string>>
  /** Who of those here has a conversation with a person, as the log said at a position. */
  readonly partners: (personId: string, position: number) => Promise<ReadonlyArray<string>>
  /** The group rooms of a person, and whether that may be old: permission is then looked at room by room. */
  readonly groupRooms: (
    personId: string,
  ) => Promise<{ readonly rooms: ReadonlyArray<OwnedRoom>; readonly isOld: boolean }>
}

/** Keeps what reaches people at this node as their permissions are, and tells them of rooms that came, went or changed. */
export class Seats {
  readonly #options: SeatsOptions
  readonly #invited = new Map<string, string>()

  constructor(options: SeatsOptions) {
    this.#options = options
  }

  /** Lets the rooms of somebody who is new here reach them. */
  async load(person: LivePerson): Promise<void> {
    const { people, groupRooms } = this.#options
    const { rooms, isOld } = await groupRooms(person.personId)
    for (const room of rooms) {
      if (isOld) await this.#look(person, room)
      else people.enter(person, roomIdOf(room), room)
    }
  }

  /** Looks at a person's permission in a room anew; answers when it holds. Later looks come after earlier ones. */
  recheck(person: LivePerson, address: RoomAddress): Promise<void> {
    const looked = person.ready.catch(() => undefined).then(() => this.#look(person, address))
    person.ready = looked
    return looked
  }

  /** Something about a person and a room changed. */
  changed(personId: string, address: RoomAddress, position: number): void {
    const person = this.#options.people.find(personId)
    if (person === undefined) return
    person.saw({ position })
    person.changes += 1
    void insist(() => this.#tellChanged(person, address, position))
  }

  /** Something between two people changed. */
  pairChanged(one: string, other: string, position: number): void {
    const address = { scope: "Person", personIds: [one, other] } as const
    for (const personId of address.personIds) this.changed(personId, address, position)
  }

  /** What a person is to a creator changed. */
  levelChanged(ownerId: string, personId: string, position: number): void {
    for (const scope of PAID) this.changed(personId, { scope, ownerId }, position)
  }

  /**
   * A group room was opened or shut: nobody who is in loses it, but it may be new to those whose level opens it. Or it was
   * somebody's door, and all their conversations stand otherwise.
   */
  roomChanged(roomId: string, opened: Opened, position: number): void {
    const { address } = opened
    if (isConversation(address)) return
    const { people } = this.#options
    if (address.scope === "Person") {
      this.#doorChanged(address, position)
      return
    }
    const isNew = opened.epoch === position
    if (!isNew && people.members(roomId).size === 0) return
    for (const person of people.members(roomId)) person.saw({ position })
    void insist(() => this.#tellRoom(roomId, address, opened, position, isNew))
  }

  /** Somebody read on: their other tabs hear of it and, in a conversation that both are in, the other one. */
  read(
    moved: { readonly roomId: string; readonly personId: string; readonly seq: number },
    opened: Opened,
    position: number,
  ): void {
    const { announcer, people, directory, standing } = this.#options
    const { address } = opened
    const isTold = async (personId: string) =>
      personId === moved.personId || (await standing(address, personId)).state === "open"
    const hearers = isConversation(address) ? address.personIds : [moved.personId]
    const here = hearers.flatMap((personId) => people.find(personId) ?? [])
    if (here.length === 0) return
    for (const person of here) person.saw({ position })
    void insist(async () => {
      const place = await this.placeOf(moved.roomId, opened)
      const { userCode } = await directory.nameOf(moved.personId)
      for (const { personId } of here)
        if (await isTold(personId))
          announcer.tellPerson(personId, "Rd", { ...namesOf(place, personId), UserCode: userCode, Read: moved.seq })
    })
  }

  /** Somebody new wrote to a person: they are told with the first message, which comes next or was here before. */
  invited(invite: { readonly roomId: string; readonly personId: string }, { address }: Opened): void {
    const { people, rooms } = this.#options
    if (people.find(invite.personId) === undefined) return
    // One whose message never came must not keep the others from being told.
    const [oldest] = this.#invited.keys()
    if (this.#invited.size >= INVITED_MAX && oldest !== undefined) this.#invited.delete(oldest)
    this.#invited.set(invite.roomId, invite.personId)
    const room = rooms.open(invite.roomId, address)
    room.whenOpen((place) => {
      const [first] = room.after(0) ?? []
      if (first !== undefined) this.delivered(place, first, room)
    })
  }

  /** A message was delivered. */
  delivered({ address }: Place, message: RoomMessage, { roomId }: Pick<LiveRoom, "roomId">): void {
    const personId = this.#invited.get(roomId)
    if (personId === undefined || !isConversation(address) || otherOf(address, message.senderId) !== personId) return
    this.#invited.delete(roomId)
    this.#options.announcer.tellPerson(personId, "In", {
      Room: roomId,
      Scope: address.scope,
      SenderUserCode: message.senderCode,
      SenderDisplayName: message.senderName,
      Message: message.text,
    })
  }

  /** What a room is called by its readers. */
  async placeOf(roomId: string, { address, epoch }: Opened): Promise<Place> {
    const ids = isConversation(address) ? address.personIds : [address.ownerId]
    return { roomId, address, epoch, codes: await this.#options.directory.codesOf(ids) }
  }

  async #tellRoom(roomId: string, address: OwnedRoom, opened: Opened, position: number, isNew: boolean): Promise<void> {
    const { announcer, listed, people, granted } = this.#options
    const line = await listed(address.ownerId, address, position)
    const ids = isNew ? [address.ownerId, ...(await granted(address))] : []
    const arriving = ids.flatMap((personId) => people.find(personId) ?? [])
    await Promise.all(arriving.map((person) => this.recheck(person, address)))
    if (line !== null) announcer.tell(await this.placeOf(roomId, opened), "Ls", () => line)
  }

  /** The owner hears of the door alone: their conversations may be many. */
  #doorChanged(door: OwnedRoom, position: number): void {
    const { people, partners } = this.#options
    this.changed(door.ownerId, door, position)
    void insist(async () => {
      const ids = await partners(door.ownerId, position)
      const here = ids.flatMap((personId) => people.find(personId) ?? [])
      for (let at = 0; at < here.length; at += TOLD_AT_ONCE)
        await Promise.all(
          here.slice(at, at + TOLD_AT_ONCE).map((person) => {
            const address = { scope: "Person", personIds: [person.personId, door.ownerId] } as const
            person.saw({ position })
            person.changes += 1
            return insist(() => this.#tellChanged(person, address, position))
          }),
        )
    })
  }

  async #tellChanged(person: LivePerson, address: RoomAddress, position: number): Promise<void> {
    const { announcer, listed } = this.#options
    await this.recheck(person, address)
    const line = await listed(person.personId, address, position)
    if (line !== null) announcer.tellPerson(person.personId, "Ls", line)
  }

  /** Tries until it is known: what is not permitted any more must not go on for want of a database. */
  async #look(person: LivePerson, address: RoomAddress): Promise<void> {
    if (isConversation(address)) return this.#lookAcross(person, address)
    if (address.scope === "Person") return
    const { people } = this.#options
    const roomId = roomIdOf(address)
    while (people.find(person.personId) === person) {
      const known = await this.#known(address, person)
      if (known?.mayRead === true) return people.enter(person, roomId, address)
      if (known?.mayRead === false) return void people.leave(person, roomId)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }

  /** Who is in touch with somebody no more hears no more whether they are there. */
  async #lookAcross(person: LivePerson, address: Conversation): Promise<void> {
    const { people, presence } = this.#options
    const other = otherOf(address, person.personId)
    while (people.find(person.personId) === person && presence.hears(person, other)) {
      const known = await this.#known(address, person)
      if (known?.state === "open") return
      if (known !== undefined) return presence.part(person, other)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }

  /** How a person stands to a room now; undefined while nobody can say. */
  #known(address: RoomAddress, { personId }: LivePerson) {
    return this.#options.standing(address, personId).catch(() => undefined)
  }
}

/** Tries until it is done: what people are to be told must not be lost for want of a database. */
const insist = async (work: () => Promise<void>): Promise<void> => {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const isDone = await work().then(
      () => true,
      () => false,
    )
    if (isDone) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
  }
}

const PAID = (["Team", "Subscriber", "Premium"] as const).filter((scope) => LEVEL_OF[scope] > 1)
