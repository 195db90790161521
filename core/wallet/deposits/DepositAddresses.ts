import { Context, Effect, Layer, Result, Schema } from "effect"
import { Chains, chainOfAsset, deriveAddress, readKeyAccount } from "#core/chains"
import {
  type Aggregate,
  currentTimeIso,
  type Decide,
  EventStore,
  reader,
  Sealing,
  Sql,
  type SqlClient,
  type SqlPart,
  writer,
} from "#core/kernel"
import { type CommandReused, findEarlierReceipt, idempotent } from "#core/ledger"
import { readIsOffered } from "../assets/AssetTypes.ts"
import { drawIndex, openChain } from "./chainBook.ts"
import { type AddressEvent, AddressEvents, AddressGiven } from "./events.ts"

/** Maximum addresses of one person and asset: about one a month for years. */
const ADDRESSES_PER_ASSET_MAX = 50
/** Maximum new addresses within 24 hours. A node watches each address permanently. */
export const ADDRESSES_PER_DAY_MAX = 10
const DAY_MS = 86_400_000

type GivenAddress = Omit<typeof AddressGiven.Type, "_tag" | "personId">

/** All addresses given to one person, oldest first. */
const PersonAddresses: Aggregate<ReadonlyArray<GivenAddress>, AddressEvent> = {
  category: "depositAddresses",
  events: AddressEvents,
  initial: [],
  evolve: (given, { _tag: _, personId: __, ...address }) => [...given, address],
}

/** The current address of a person; undefined if there is none for this asset and stage. */
const currentAddress = (given: ReadonlyArray<GivenAddress>, assetTypeId: number, stage: string) =>
  given.findLast((address) => address.assetTypeId === assetTypeId && address.stage === stage)

/** Whether a request at this time gets a new address: the limits are not reached. */
const isGiven = (
  given: ReadonlyArray<GivenAddress>,
  { assetTypeId, stage, givenAt }: Pick<GivenAddress, "assetTypeId" | "stage" | "givenAt">,
  wantsNew: boolean,
): boolean => {
  const same = given.filter((each) => each.assetTypeId === assetTypeId && each.stage === stage)
  if (same.length === 0) return true
  const today = same.filter((each) => Date.parse(each.givenAt) > Date.parse(givenAt) - DAY_MS)
  return wantsNew && same.length < ADDRESSES_PER_ASSET_MAX && today.length < ADDRESSES_PER_DAY_MAX
}

/** Gives an address unless the current one stays in use. */
const giveAddress =
  (
    personId: string,
    address: GivenAddress,
    wantsNew: boolean,
  ): Decide<ReadonlyArray<GivenAddress>, AddressEvent, never> =>
  (given) =>
    Result.succeed(isGiven(given, address, wantsNew) ? [AddressGiven.make({ personId, ...address })] : [])

/** Deposits of this asset are unavailable: its chain does not respond, or no account key is stored yet. */
class NoDeposits extends Schema.TaggedError<NoDeposits>()("NoDeposits", {}) {
  get messageKey(): "walletCall.noDeposits" {
    return "walletCall.noDeposits"
  }
}

const TYPES = new Set<string>(AddressEvents.types)

/** Event store that records the owner of a script in the transaction that gives the address. */
const addressStore = (store: (typeof EventStore)["Service"]): (typeof EventStore)["Service"] =>
  EventStore.of({
    ...store,
    append: (append) => {
      const given = append.streams
        .flatMap(({ events }) => events)
        .filter(({ type }) => TYPES.has(type))
        .map(({ type, data }) => AddressEvents.decodeSync(type, data))
      if (given.length === 0) return store.append(append)
      const ledgerCall = (sql: SqlClient, answer: SqlPart): SqlPart =>
        given.reduce(
          (state, { script, personId, assetTypeId, index }) =>
            sql`wallet.keep_address(${state}, ${script}, ${personId}, ${assetTypeId}, ${index})`,
          answer,
        )
      return store.append({ ...append, ledgerCall })
    },
  })

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
