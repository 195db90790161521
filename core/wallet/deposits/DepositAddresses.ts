import { Context, Effect, Layer, Result } from "effect"
import { Chains, chainOfAsset, deriveAddress, readKeyAccount } from "#core/chains"
import { currentTimeIso, EventStore, reader, Sealing, Sql, writer } from "#core/kernel"
import type { CommandReused } from "#core/ledger"
import { firstReceipt, idempotent } from "#core/ledger"
import { readIsOffered } from "../assets/AssetTypes.ts"
import { addressStore } from "./addressStore.ts"
import { drawIndex, openChain } from "./chainBook.ts"
import { currentAddress, type GivenAddress, giveAddress, isGiven, PersonAddresses } from "./PersonAddresses.ts"
import { NoDeposits } from "./refusals.ts"

/** Where people get the addresses to which coins for their wallet are sent. */
export class DepositAddresses extends Context.Service<
  DepositAddresses,
  {
    /**
     * The address to which a person's coins of an asset are sent: the one they have, or a new one where they have none or
     * want one and have not had many. What comes to an earlier one counts as well.
     */
    give(
      personId: string,
      assetTypeId: number,
      wantsNew: boolean,
    ): Effect.Effect<GivenAddress, NoDeposits | CommandReused>
  }
>()("core/wallet/DepositAddresses") {
  static readonly layer = Layer.effect(
    DepositAddresses,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const chains = yield* Chains
      const store = addressStore(yield* EventStore)
      const sealing = yield* Sealing
      const writing = <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing>) =>
        effect.pipe(Effect.provideService(EventStore, store), Effect.provideService(Sealing, sealing))
      const read = yield* writing(reader(PersonAddresses))
      const write = yield* writing(writer(PersonAddresses))
      const isOffered = yield* writing(readIsOffered)

      return DepositAddresses.of({
        give: Effect.fn("DepositAddresses.give")(function* (personId, assetTypeId, wantsNew) {
          const name = chainOfAsset(assetTypeId)
          if (name === null) return yield* new NoDeposits()
          const chain = chains.of(name)
          const { network } = chain
          const { stage } = network
          const before = yield* read(personId)
          const current = currentAddress(before, assetTypeId, stage)
          const said = ["give address", personId, assetTypeId, wantsNew]
          const first = yield* firstReceipt(store, said)
          const givenAt = yield* currentTimeIso
          // Before a number is drawn and a node told to watch for it: both last forever.
          const isNew = first === null && isGiven(before, { assetTypeId, stage, givenAt }, wantsNew)
          if (current !== undefined && !isNew) return current
          if (!(yield* isOffered(assetTypeId))) return yield* new NoDeposits()
          const { keyAccount, halted } = yield* Effect.promise(() => openChain(sql, network))
          const account = keyAccount === null ? null : Result.getOrElse(readKeyAccount(network, keyAccount), () => null)
          if (account === null || halted !== null) return yield* new NoDeposits()
          const index = yield* Effect.promise(() => drawIndex(sql, network))
          const { text, script, key } = deriveAddress(network, account, index)
          // Before anybody knows of it, so that no payment is missed.
          yield* chain
            .watch([{ script, key, birthHeight: null }])
            .pipe(Effect.catchTag("ChainUnavailable", () => Effect.fail(new NoDeposits())))
          const fresh = { assetTypeId, stage, index, address: text, script, givenAt }
          const { state } = yield* idempotent(said, (answerOf) =>
            Effect.orDie(write(personId, giveAddress(personId, fresh, wantsNew), answerOf)),
          )
          const given = currentAddress(state ?? (yield* read(personId)), assetTypeId, stage)
          return given ?? (yield* Effect.die(new Error("an address that was given is not there")))
        }),
      })
    }),
  )
}
