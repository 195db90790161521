import { Clock, Effect } from "effect"
import { Chains, networks, SimWorlds } from "#core/chains"
import { CurrentMeta } from "#core/kernel"
import { Ledger, personAccount, platformAccount } from "#core/ledger"
import { DepositAddresses, DepositWatch, Donations, PayoutProcessor, Withdrawals } from "#core/wallet"
import { CrashPoint } from "../../core/wallet/withdrawals/CrashPoint.ts"
import { type Answer, CHAINS, isJob, type Operation, type OperationRequest } from "./Operation.ts"
import { PASSWORD, SIGNER } from "./signer.ts"
import { SUBSCRIPTION_TABLE, type SubscriptionServices } from "./subscriptions/dispatchSubscription.ts"

type Services =
  | Ledger
  | Donations
  | DepositAddresses
  | DepositWatch
  | Chains
  | SimWorlds
  | Withdrawals
  | PayoutProcessor
  | SubscriptionServices
type Carrying<O> = (operation: O) => Effect.Effect<object, { readonly _tag: string }, Services>
type Table = { readonly [K in Operation["kind"]]: Carrying<Extract<Operation, { kind: K }>> }

/** The value of an amount in US cents, so that some deposits count as large. */
const CENTS_PER = 1_000n

/** How each operation calls the product. */
const TABLE: Table = {
  ...SUBSCRIPTION_TABLE,
  transfer: ({ from, to, asset, amount, fee }) =>
    Ledger.use((ledger) =>
      ledger.transfer({
        purpose: "correction",
        entries: [
          { account: personAccount("available", asset, from), amount: -BigInt(amount) },
          { account: personAccount("available", asset, to), amount: BigInt(amount) - BigInt(fee) },
          { account: platformAccount("fees", asset), amount: BigInt(fee) },
        ],
      }),
    ),
  donate: ({ from, to, asset, amount, message }) =>
    Donations.use((donations) =>
      donations.donate({
        ...{ fromId: from, toId: to, assetTypeId: asset, amount: BigInt(amount), message, code: "", password: "" },
      }),
    ),
  hold: ({ holdId, person, asset, amount, expiresAtMs }) =>
    Ledger.use((ledger) =>
      ledger.placeHold({
        holdId,
        purpose: "subscription",
        account: personAccount("available", asset, person),
        amount: BigInt(amount),
        ...(expiresAtMs === null ? {} : { expiresAtMs }),
      }),
    ),
  post: ({ holdId, asset, to, amount }) =>
    Ledger.use((ledger) =>
      ledger.postHold(holdId, [
        {
          account: to === null ? platformAccount("fees", asset) : personAccount("available", asset, to),
          amount: BigInt(amount),
        },
      ]),
    ),
  void: ({ holdId }) => Ledger.use((ledger) => ledger.voidHold(holdId)),
  expire: ({ holdId }) => Ledger.use((ledger) => ledger.expireHold(holdId)),
  freeze: ({ person, isFrozen }) => Ledger.use((ledger) => ledger.setFrozen(person, isFrozen, "simulated")),
  flush: () => Ledger.use(({ flushHotEntries }) => Effect.as(flushHotEntries, {})),
  address: ({ person, asset, wantsNew }) =>
    DepositAddresses.use((depositAddresses) =>
      Effect.map(depositAddresses.give(person, asset, wantsNew), ({ script }) => ({ detail: script })),
    ),
  scan: ({ asset }) =>
    DepositWatch.use((watch) =>
      Effect.map(
        watch.scan(CHAINS[asset], (_, units) => Effect.succeed(units / CENTS_PER)),
        ({ _tag }) => ({ tag: _tag }),
      ),
    ),
  faucet: ({ asset, script, amount }) =>
    SimWorlds.use((worlds) => Effect.as(worlds.of(CHAINS[asset]).faucet({ script, amount: BigInt(amount) }), {})),
  mine: ({ asset, blocks }) => SimWorlds.use((worlds) => Effect.as(worlds.of(CHAINS[asset]).mine(blocks), {})),
  reorg: ({ asset, depth, isLost }) =>
    SimWorlds.use((worlds) => Effect.as(worlds.of(CHAINS[asset]).reorg(depth, isLost), {})),
  doubleSpend: ({ asset, txid }) =>
    SimWorlds.use((worlds) => Effect.as(worlds.of(CHAINS[asset]).doubleSpend(txid), {})),
  bump: ({ asset, txid }) => SimWorlds.use((worlds) => Effect.as(worlds.of(CHAINS[asset]).bump(txid), {})),
  evict: ({ asset, txid }) => SimWorlds.use((worlds) => Effect.as(worlds.of(CHAINS[asset]).evict(txid), {})),
  withdraw: ({ person, asset, entryId, address, amount, fee, speed }) =>
    Withdrawals.use((withdrawals) =>
      withdrawals.request({
        ...{ personId: person, assetTypeId: asset, entryId, address, speed, withdrawalPassword: PASSWORD, code: "" },
        amount: BigInt(amount),
        fee: BigInt(fee),
      }),
    ),
  cancel: ({ withdrawalId, person }) =>
    Withdrawals.use((withdrawals) =>
      withdrawals.cancel(
        withdrawalId,
        person === null ? { operator: true, reason: "simulated" } : { personId: person },
      ),
    ),
  approve: ({ withdrawalId, operator }) =>
    Withdrawals.use((withdrawals) => withdrawals.approve(withdrawalId, operator)),
  stop: ({ asset, isStopped }) =>
    Withdrawals.use((withdrawals) => (isStopped ? withdrawals.stop(asset, "simulated") : withdrawals.resume(asset))),
  send: ({ asset }) =>
    PayoutProcessor.use((work) => Effect.map(work.step(CHAINS[asset], SIGNER), ({ _tag }) => ({ tag: _tag }))),
  rival: ({ asset, inputs, script, change }) =>
    Effect.gen(function* () {
      const network = networks[CHAINS[asset]].demo
      const chain = (yield* Chains).of(CHAINS[asset])
      const outputs = [{ script, amount: RIVAL_AMOUNT }]
      const { psbt } = yield* chain.build({
        outputs,
        changeScript: change,
        feeRate: network.feeRate.fallback,
        feeMax: RIVAL_FEE_MAX,
        confirmationsMin: 1,
        mustSpend: inputs,
      })
      const { raw } = yield* SIGNER.sign({ network, psbt, outputs, feeMax: RIVAL_FEE_MAX })
      yield* (yield* SimWorlds).of(CHAINS[asset]).mine(1, { include: [raw] })
      return {}
    }),
  takeEarlier: ({ asset, raw, undone }) =>
    Effect.gen(function* () {
      const world = (yield* SimWorlds).of(CHAINS[asset])
      if (undone > 0) yield* world.reorg(undone, true)
      yield* world.mine(1, { include: [raw] })
      return {}
    }),
  resend: ({ asset, raw }) => Chains.use((chains) => Effect.as(chains.of(CHAINS[asset]).broadcast(raw), {})),
  away: ({ asset, isAway }) => SimWorlds.use((worlds) => Effect.as(worlds.of(CHAINS[asset]).setAway(isAway), {})),
}

/** Maximum payment by someone else with our keys: below the minimum withdrawal. */
const RIVAL_FEE_MAX = 1_000_000n
const RIVAL_AMOUNT = 6_000n

/** Executes one operation at its time. @param end ends the process at the point named by the operation */
export const dispatch = (
  { operation, commandId, atMs }: OperationRequest,
  end: Effect.Effect<void>,
): Effect.Effect<Answer, never, Services> => {
  const carry = TABLE[operation.kind] as Carrying<Operation>
  return carry(operation).pipe(
    Effect.match({
      onSuccess: (answer): Answer => ({ tag: "Done", ...answer }),
      onFailure: ({ _tag }): Answer => ({ tag: _tag }),
    }),
    Effect.provideService(CurrentMeta, {
      actor: "simulator",
      commandId: isJob(operation) ? null : commandId,
      correlationId: null,
      causationId: null,
    }),
    Effect.provideService(CrashPoint, (done) =>
      operation.kind === "send" && operation.dieAt === done ? end : Effect.void,
    ),
    at(atMs),
  )
}

/** A clock that stands still at one time while sleeps still elapse. */
const at =
  (atMs: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const standing: Clock.Clock = Object.create(clock, {
        currentTimeMillisUnsafe: { value: () => atMs },
        currentTimeMillis: { value: Effect.succeed(atMs) },
      })
      return Effect.provideService(effect, Clock.Clock, standing)
    })
