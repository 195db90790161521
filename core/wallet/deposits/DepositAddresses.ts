import { Context, Effect, Layer, Result } from "effect"
import { Chains, chainOfAsset, deriveAddress, readKeyAccount } from "#core/chains"
import { currentTimeIso, EventStore, reader, Sealing, Sql, writer } from "#core/kernel"
import type { CommandReused } from "#core/ledger"
import { findEarlierReceipt, idempotent } from "#core/ledger"
import { readIsOffered } from "../assets/AssetTypes.ts"
import { addressStore } from "./addressStore.ts"
import { drawIndex, openChain } from "./chainBook.ts"
import { currentAddress, type GivenAddress, giveAddress, isGiven, PersonAddresses } from "./PersonAddresses.ts"
import { NoDeposits } from "./refusals.ts"

/** Gives deposit addresses to people. */
export class DepositAddresses extends Context.Service<
  DepositAddresses,
  {
    /**
     * Answers the deposit address of a person for an asset. Gives a new one if the person has none, or wants one and is
     * below the limits. Earlier addresses stay valid.
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
          const request = ["give address", personId, assetTypeId, wantsNew]
          const first = yield* findEarlierReceipt(store, request)
          const givenAt = yield* currentTimeIso
          // Decide before drawing an index and registering it with the node: both are permanent.
          const isNew = first === null && isGiven(before, { assetTypeId, stage, givenAt }, wantsNew)
          if (current !== undefined && !isNew) return current
          if (!(yield* isOffered(assetTypeId))) return yield* new NoDeposits()
          const { keyAccount, halted } = yield* Effect.promise(() => openChain(sql, network))
          const account = keyAccount === null ? null : Result.getOrElse(readKeyAccount(network, keyAccount), () => null)
          if (account === null || halted !== null) return yield* new NoDeposits()
          const index = yield* Effect.promise(() => drawIndex(sql, network))
          const { text, script, key } = deriveAddress(network, account, index)
          // Watch the script before anyone learns the address, so that no payment is missed.
          yield* chain
            .watch([{ script, key, birthHeight: null }])
            .pipe(Effect.catchTag("ChainUnavailable", () => Effect.fail(new NoDeposits())))
          const fresh = { assetTypeId, stage, index, address: text, script, givenAt }
          const { state } = yield* idempotent(request, (answerOf) =>
            Effect.orDie(write(personId, giveAddress(personId, fresh, wantsNew), answerOf)),
          )
          const given = currentAddress(state ?? (yield* read(personId)), assetTypeId, stage)
          return given ?? (yield* Effect.die(new Error("an address that was given is not there")))
        }),
      })
    }),
  )
}
