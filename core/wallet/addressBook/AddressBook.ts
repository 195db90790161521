import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { formatIso } from "#core/kernel"
import { ADDRESS_LABEL_LENGTH_MAX } from "../contract.ts"
import { AddressAdded, type AddressBookEvent, AddressBookEvents, AddressRemoved } from "./events.ts"
import { AddressEntryNotFound, InvalidAddressEntry } from "./refusals.ts"

/** Entries of one person, of all coins together. */
export const ADDRESSES_MAX = 50

/** A new address is not usable for this time, so that the owner can react if someone else added it. */
export const ADDRESS_HOLD_MS = 24 * 3_600_000

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

/** Entries in the order of their addition. */
export type AddressBookState = ReadonlyArray<AddressEntry>

/** The address book of one person; the stream id is the person's id. */
export const AddressBook: Aggregate<AddressBookState, AddressBookEvent> = {
  category: "addressBook",
  events: AddressBookEvents,
  initial: [],
  evolve: (state, event) => {
    if (event._tag === "wallet.AddressRemoved.v1") return state.filter(({ entryId }) => entryId !== event.entryId)
    const { entryId, assetTypeId, stage, label, address, script, usableFrom, addedAt } = event
    // The person was erased.
    if (label === null || address === null || script === null) return state
    const times = { addedMs: Date.parse(addedAt), usableFromMs: Date.parse(usableFrom) }
    return [...state, { entryId, assetTypeId, stage, label, address, script, ...times }]
  },
}

export type NewEntry = Omit<AddressEntry, "usableFromMs" | "addedMs">

/** Adds an address, usable after the hold of 24 hours. */
export const addAddress =
  (personId: string, entry: NewEntry, nowMs: number): Decide<AddressBookState, AddressBookEvent, InvalidAddressEntry> =>
  (state) => {
    const invalid = (problem: InvalidAddressEntry["problem"]) => Result.fail(new InvalidAddressEntry({ problem }))
    const label = entry.label.trim()
    if (label === "" || [...label].length > ADDRESS_LABEL_LENGTH_MAX) return invalid("label")
    if (state.some((each) => isSame(each, entry))) return invalid("known")
    if (state.length >= ADDRESSES_MAX) return invalid("full")
    const [addedAt, usableFrom] = [nowMs, nowMs + ADDRESS_HOLD_MS].map((ms) => formatIso(ms))
    return Result.succeed([
      AddressAdded.make({ ...entry, label, personId, addedAt: addedAt ?? "", usableFrom: usableFrom ?? "" }),
    ])
  }

/** Removes an address. */
export const removeAddress =
  (
    personId: string,
    entryId: string,
    nowMs: number,
  ): Decide<AddressBookState, AddressBookEvent, AddressEntryNotFound> =>
  (state) =>
    state.some((each) => each.entryId === entryId)
      ? Result.succeed([AddressRemoved.make({ personId, entryId, removedAt: formatIso(nowMs) })])
      : Result.fail(new AddressEntryNotFound())

type ScriptOnChain = Pick<AddressEntry, "assetTypeId" | "stage" | "script">
const isSame = (one: ScriptOnChain, other: ScriptOnChain): boolean =>
  one.assetTypeId === other.assetTypeId && one.stage === other.stage && one.script === other.script
