import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { AddressAdded, type AddressBookEvent, AddressBookEvents, AddressRemoved } from "./events.ts"
import { ADDRESS_HOLD_MS, ADDRESS_LABEL_LENGTH_MAX, ADDRESSES_MAX } from "./limits.ts"
import { NoEntry, UnfitEntry } from "./refusals.ts"

/** An address that a person withdraws to. */
export type AddressEntry = {
  readonly entryId: string
  readonly assetTypeId: number
  readonly stage: string
  readonly label: string
  readonly address: string
  readonly script: string
  readonly addedMs: number
  readonly usableFromMs: number
}

/** Entries in the order in which they came. */
export type AddressBookState = ReadonlyArray<AddressEntry>

/** A person's addresses. Its stream is the person's. */
export const AddressBook: Aggregate<AddressBookState, AddressBookEvent> = {
  category: "addressBook",
  events: AddressBookEvents,
  initial: [],
  evolve: (state, event) => {
    if (event._tag === "wallet.AddressRemoved.v1") return state.filter(({ entryId }) => entryId !== event.entryId)
    const { entryId, assetTypeId, stage, label, address, script, usableFrom, addedAt } = event
    // Nobody withdraws for somebody who was erased.
    if (label === null || address === null || script === null) return state
    const times = { addedMs: Date.parse(addedAt), usableFromMs: Date.parse(usableFrom) }
    return [...state, { entryId, assetTypeId, stage, label, address, script, ...times }]
  },
}

export type NewEntry = Omit<AddressEntry, "usableFromMs" | "addedMs">

/** Keeps an address, which can be withdrawn to a day later. */
export const addAddress =
  (personId: string, entry: NewEntry, nowMs: number): Decide<AddressBookState, AddressBookEvent, UnfitEntry> =>
  (state) => {
    const unfit = (problem: UnfitEntry["problem"]) => Result.fail(new UnfitEntry({ problem }))
    const label = entry.label.trim()
    if (label === "" || [...label].length > ADDRESS_LABEL_LENGTH_MAX) return unfit("label")
    if (state.some((each) => isSame(each, entry))) return unfit("known")
    if (state.length >= ADDRESSES_MAX) return unfit("full")
    const [addedAt, usableFrom] = [nowMs, nowMs + ADDRESS_HOLD_MS].map((ms) => new Date(ms).toISOString())
    return Result.succeed([
      AddressAdded.make({ ...entry, label, personId, addedAt: addedAt ?? "", usableFrom: usableFrom ?? "" }),
    ])
  }

/** Forgets an address. */
export const removeAddress =
  (personId: string, entryId: string, nowMs: number): Decide<AddressBookState, AddressBookEvent, NoEntry> =>
  (state) =>
    state.some((each) => each.entryId === entryId)
      ? Result.succeed([AddressRemoved.make({ personId, entryId, removedAt: new Date(nowMs).toISOString() })])
      : Result.fail(new NoEntry())

type Place = Pick<AddressEntry, "assetTypeId" | "stage" | "script">
const isSame = (one: Place, other: Place): boolean =>
  one.assetTypeId === other.assetTypeId && one.stage === other.stage && one.script === other.script
