import { Clock, Context, Effect, Layer } from "effect"
import type { AddressRefused } from "#core/chains"
import { Chains, chainOfAsset, readPayee } from "#core/chains"
import { currentCommand, dieOnConflict, reader, Sql, writer } from "#core/kernel"
import type { CommandReused } from "#core/ledger"
import { idempotent } from "#core/ledger"
import { isOwnScript } from "../withdrawals/ownScripts.ts"
import { AddressBook, type AddressEntry, addAddress, removeAddress } from "./AddressBook.ts"
import { AddressEntryNotFound, AddressEntryOnHold, InvalidAddressEntry } from "./refusals.ts"

export type NewAddress = { readonly assetTypeId: number; readonly label: string; readonly address: string }

/** The address books of people: addresses that they withdraw to. */
export class AddressBooks extends Context.Service<
  AddressBooks,
  {
    /** Adds an address, usable after 24 hours. Returns the id of the entry. */
    add(
      personId: string,
      address: NewAddress,
    ): Effect.Effect<string, InvalidAddressEntry | AddressRefused | CommandReused>
    remove(personId: string, entryId: string): Effect.Effect<void, AddressEntryNotFound | CommandReused>
    list(personId: string): Effect.Effect<ReadonlyArray<AddressEntry>>
    /** An entry, if it can be used now. */
    findUsable(
      personId: string,
      entryId: string,
    ): Effect.Effect<AddressEntry, AddressEntryNotFound | AddressEntryOnHold>
  }
>()("core/wallet/AddressBooks") {
  static readonly layer = Layer.effect(
    AddressBooks,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const chains = yield* Chains
      const [read, write] = [yield* reader(AddressBook), yield* writer(AddressBook)]

      return AddressBooks.of({
        add: Effect.fn("AddressBooks.add")(function* (personId, { assetTypeId, label, address }) {
          const { commandId: entryId } = yield* currentCommand
          const name = chainOfAsset(assetTypeId)
          if (name === null) return yield* new InvalidAddressEntry({ problem: "asset" })
          const { network } = chains.of(name)
          const { stage } = network
          const payee = yield* readPayee(network, address, (script) => isOwnScript(sql, network, script, personId))
          const entry = { entryId, assetTypeId, stage, label, address: payee.text, script: payee.script }
          const nowMs = yield* Clock.currentTimeMillis
          yield* idempotent(["add address", personId, assetTypeId, label, address], (answerOf) =>
            write(personId, addAddress(personId, entry, nowMs), answerOf).pipe(dieOnConflict),
          )
          return entryId
        }),

        remove: Effect.fn("AddressBooks.remove")(function* (personId, entryId) {
          const nowMs = yield* Clock.currentTimeMillis
          yield* idempotent(["remove address", personId, entryId], (answerOf) =>
            write(personId, removeAddress(personId, entryId, nowMs), answerOf).pipe(dieOnConflict),
          )
        }),

        list: read,

        findUsable: Effect.fn("AddressBooks.findUsable")(function* (personId, entryId) {
          const entry = (yield* read(personId)).find((each) => each.entryId === entryId)
          if (entry === undefined) return yield* new AddressEntryNotFound()
          const { usableFromMs: untilMs } = entry
          if ((yield* Clock.currentTimeMillis) < untilMs) return yield* new AddressEntryOnHold({ untilMs })
          return entry
        }),
      })
    }),
  )
}
