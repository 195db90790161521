import { Clock, Context, Effect, Layer, Result } from "effect"
import type { Chain, ChainName, Network, Signer } from "#core/chains"
import { Chains } from "#core/chains"
import { EventStore, reader, Sealing, Sql, tryAdvisoryLock } from "#core/kernel"
import { catchClosed, debitUpTo, personAccount, platformAccount } from "#core/ledger"
import { openChain } from "../deposits/chainBook.ts"
import { RULES_ID, Rules, stopOf } from "../withdrawalRules/Rules.ts"
import { transactionBuilder } from "./buildTransaction.ts"
import { CrashPoint } from "./CrashPoint.ts"
import { giveUp, holdBack, markApproved, type NextAction, nextAction, recordBroadcast, recordSigned } from "./decide.ts"
import { type ChainFinding, decideAfterConfirm, decideFromChain, mayRaise } from "./decideFromChain.ts"
import { WithdrawalConfirmed, type WithdrawalEvent, WithdrawalFailed, WithdrawalSeen } from "./events.ts"
import { PayoutApprovals } from "./PayoutApprovals.ts"
import { type PayoutCapacity, payoutCapacity } from "./payoutCapacity.ts"
import { PLATFORM_ID } from "./platformId.ts"
import { forgetInputs, type OpenWithdrawal, openReader, readConfirmed } from "./readOpen.ts"
import { feeSubsidy, personCostMax, splitFee } from "./splitFee.ts"
import { type Attempt, Withdrawal, type WithdrawalState } from "./Withdrawal.ts"
import { withdrawalWriter } from "./withdrawalWriter.ts"

/** Result of one run. */
export type PayoutAction =
  | { readonly _tag: "Done"; readonly facts: number }
  /** Another process holds the lock of the chain. */
  | { readonly _tag: "Busy" }
  | { readonly _tag: "Unavailable"; readonly detail: string }

/** Maximum actions of one withdrawal per run: the whole way and one replacement. */
const ACTIONS_MAX = 12

type Open = NonNullable<WithdrawalState>

/** Sends due withdrawals. Safe to run in several workers, and to interrupt at any point. */
export class PayoutProcessor extends Context.Service<
  PayoutProcessor,
  {
    /** Advances every open withdrawal of a chain as far as possible. */
    step(name: ChainName, signer: Signer): Effect.Effect<PayoutAction>
  }
>()("core/wallet/PayoutProcessor") {
  static readonly layer = Layer.effect(
    PayoutProcessor,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [chains, store, sealing] = [yield* Chains, yield* EventStore, yield* Sealing]
      const provided = <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing>) =>
        effect.pipe(Effect.provideService(EventStore, store), Effect.provideService(Sealing, sealing))
      const { change } = yield* provided(withdrawalWriter)
      const [read, readRules] = [yield* provided(reader(Withdrawal)), yield* provided(reader(Rules))]

      /** Whether nothing may be built, signed or broadcast: withdrawals are stopped or the chain is halted. */
      const isStoppedNow = Effect.fnUntraced(function* (network: Network) {
        const stop = stopOf(yield* readRules(RULES_ID), network.assetTypeId)
        const { halted } = yield* Effect.promise(() => openChain(sql, network))
        return stop !== null || halted !== null
      })

      /** Appends what the decision answers; answers the number of events. */
      const note = (id: string, decide: (state: Open, at: string) => Result.Result<ReadonlyArray<WithdrawalEvent>>) =>
        change(id, (state, at) => (state === null ? Result.succeed([]) : decide(state, at))).pipe(
          // Another process was faster.
          Effect.catchTag("StreamConflict", () => Effect.succeed({ facts: [] })),
          Effect.map(({ facts }) => facts.length),
        )

      const readOpen = openReader(sql)
      const { build, raise } = transactionBuilder({ sql, note, rules: readRules(RULES_ID) })

      const sign = Effect.fnUntraced(function* (chain: Chain, state: Open, signer: Signer) {
        if (state.built === null) return 0
        const between = yield* CrashPoint
        const { withdrawalId, built, script, amount } = state
        const most = personCostMax(state.feeMax, yield* readRules(RULES_ID))
        const isWithin = built.fee <= most
        const signed = yield* signer
          .sign({
            network: chain.network,
            psbt: built.psbt,
            outputs: [{ script, amount }],
            feeMax: isWithin ? built.fee : most,
            approvals: yield* (yield* PayoutApprovals)(withdrawalId),
          })
          .pipe(
            Effect.catchTag("SigningRefused", ({ reason, detail }) => Effect.succeed(`signer: ${reason}, ${detail}`)),
            Effect.catchTag("SignerUnavailable", () => Effect.succeed(null)),
          )
        if (signed === null) return 0
        yield* between("signed")
        if (typeof signed !== "string")
          return yield* note(withdrawalId, (now, at) => recordSigned(signed, built.psbt, at)(now))
        yield* Effect.logError("a withdrawal was not signed", { withdrawalId, why: signed })
        return yield* note(withdrawalId, (now, at) => holdBack(signed, state, at)(now))
      })

      /** @param isRefused the network has just rejected the last attempt */
      const check = Effect.fnUntraced(function* (chain: Chain, state: Open, isRefused: boolean) {
        const { withdrawalId, attempts } = state
        const statuses = yield* Effect.forEach(attempts, chain.statusOf)
        const nowMs = yield* Clock.currentTimeMillis
        const { replacesByFee } = chain.capabilities
        const found = decideFromChain(state, statuses, { network: chain.network, nowMs, replacesByFee, isRefused })
        const between = yield* CrashPoint
        yield* between(`scanned ${found._tag}`)
        const isOpen = ({ phase }: Open) => nextAction({ ...state, phase }, nowMs, false) !== "done"
        const noteOpen = (fact: (at: string) => WithdrawalEvent) =>
          note(withdrawalId, (now, at) => Result.succeed(isOpen(now) ? [fact(at)] : []))
        switch (found._tag) {
          case "Confirmed": {
            const { txid, fee } = found.attempt
            const about = {
              withdrawalId,
              txid,
              fee: String(fee),
              ...feeSubsidy(fee, state.feeMax),
              height: found.height,
            }
            return yield* noteOpen((at) => WithdrawalConfirmed.make({ ...about, at }))
          }
          case "Failed": {
            const { conflictTxid } = found
            yield* Effect.logError("a withdrawal can never arrive", { withdrawalId, conflictTxid })
            return yield* noteOpen((at) => WithdrawalFailed.make({ withdrawalId, conflictTxid, at }))
          }
          case "Seen": {
            const { txid } = found
            return yield* note(withdrawalId, (now, at) =>
              Result.succeed(now.phase === state.phase ? [WithdrawalSeen.make({ withdrawalId, txid, at })] : []),
            )
          }
          default:
            return found
        }
      })

      /** Broadcasts a transaction. Answers the reason of a rejection, or null. */
      const broadcast = Effect.fnUntraced(function* (
        chain: Chain,
        withdrawalId: string,
        { raw }: Pick<Attempt, "raw">,
      ) {
        return yield* chain.broadcast(raw).pipe(
          Effect.as(null),
          Effect.catchTag("BroadcastRefused", ({ reason }) =>
            Effect.as(Effect.logWarning("the network does not take a withdrawal", { withdrawalId, reason }), reason),
          ),
        )
      })

      /** Raises the fee of a transaction that the network rejects for its fee and that no node has. */
      const raiseRefused = Effect.fnUntraced(function* (
        chain: Chain,
        state: Open,
        found: ChainFinding,
        reason: string | null,
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        const isRaised =
          reason === "fee" && found._tag === "Rebroadcast" && mayRaise(state, found.attempt, { ...chain, nowMs })
        return isRaised ? yield* raise(chain, state, false) : 0
      })

      /** Records that another attempt of a confirmed withdrawal is in the chain; the person pays that fee. */
      const switchConfirmedAttempt = Effect.fnUntraced(function* (
        { withdrawalId, personId, assetTypeId, confirmedBy, feeMax }: Open,
        { attempt, height }: { readonly attempt: Attempt; readonly height: number },
      ) {
        if (confirmedBy === null) return 0
        const { txid, fee } = attempt
        const due = splitFee(fee, feeMax).person - (splitFee(confirmedBy.fee, feeMax).person - confirmedBy.missing)
        // The platform's fee account may go negative, so nothing can be missing.
        const payer =
          personId === PLATFORM_ID
            ? platformAccount("fees", assetTypeId)
            : personAccount("available", assetTypeId, personId)
        return yield* debitUpTo(sql, payer, due, (left) => {
          const missing = String(due > left ? due - left : 0n)
          const about = { withdrawalId, txid, fee: String(fee), ...feeSubsidy(fee, feeMax), missing, height }
          return note(withdrawalId, (now, at) =>
            Result.succeed(
              now.phase === "confirmed" && now.confirmedBy?.txid === confirmedBy.txid
                ? [WithdrawalConfirmed.make({ ...about, at })]
                : [],
            ),
          )
        })
      })

      /** Checks a confirmed withdrawal as long as its blocks can be undone. */
      const guard = Effect.fnUntraced(function* (chain: Chain, withdrawalId: string) {
        const state = yield* read(withdrawalId)
        if (state?.phase !== "confirmed") return 0
        const statuses = yield* Effect.forEach(state.attempts, chain.statusOf)
        const found = decideAfterConfirm(state, statuses, chain.network)
        switch (found._tag) {
          case "Deep":
            yield* Effect.promise(() => forgetInputs(sql, withdrawalId))
            return 0
          case "Rebroadcast":
            if (!(yield* isStoppedNow(chain.network))) yield* broadcast(chain, withdrawalId, found.attempt)
            return 0
          case "Confirmed":
            return yield* switchConfirmedAttempt(state, found)
          case "Failed": {
            const { conflictTxid } = found
            yield* Effect.logError("a withdrawal that had arrived was undone for good", { withdrawalId, conflictTxid })
            return yield* note(withdrawalId, (now, at) =>
              Result.succeed(
                now.phase === "confirmed" ? [WithdrawalFailed.make({ withdrawalId, conflictTxid, at })] : [],
              ),
            )
          }
          default:
            return 0
        }
      })

      /** Tip at which confirmed withdrawals were last checked; nothing relevant changes between blocks. */
      const guarded = new Map<number, string>()
      const guardAll = Effect.fnUntraced(function* (chain: Chain) {
        const { assetTypeId } = chain.network
        const confirmed = yield* Effect.promise(() => readConfirmed(sql, assetTypeId))
        if (confirmed.length === 0) return 0
        const { hash } = yield* chain.tip
        if (guarded.get(assetTypeId) === hash) return 0
        let facts = 0
        for (const withdrawalId of confirmed) facts += yield* guard(chain, withdrawalId)
        if (!(yield* isStoppedNow(chain.network))) guarded.set(assetTypeId, hash)
        return facts
      })

      const move = Effect.fnUntraced(function* (
        chain: Chain,
        state: Open,
        {
          next,
          isStopped,
          signer,
        }: { readonly next: NextAction; readonly isStopped: boolean; readonly signer: Signer },
      ) {
        const { withdrawalId } = state
        const between = yield* CrashPoint
        switch (next) {
          case "markApproved":
            return yield* note(withdrawalId, (now, at) => markApproved(at)(now))
          case "payInternally":
            return yield* catchClosed(
              note(withdrawalId, (now, at) =>
                Result.succeed(
                  now.phase === "approved"
                    ? [WithdrawalConfirmed.make({ withdrawalId, txid: null, fee: "0", height: null, at })]
                    : [],
                ),
              ),
              note(withdrawalId, (now, at) => giveUp("its receiver has left", at)(now)),
            )
          case "build":
            return yield* build(chain, state)
          case "sign":
            return yield* sign(chain, state, signer)
          case "broadcast": {
            const last = state.attempts.at(-1)
            if (last === undefined) return 0
            const refused = yield* broadcast(chain, withdrawalId, last)
            if (refused === null) {
              yield* between("broadcast")
              return yield* note(withdrawalId, (now, at) => recordBroadcast(at)(now))
            }
            const found = yield* check(chain, state, true)
            return typeof found === "number" ? found : yield* raiseRefused(chain, state, found, refused)
          }
          case "scan": {
            const found = yield* check(chain, state, false)
            if (typeof found === "number") return found
            // Everything else waits until sending is allowed again.
            if (isStopped) return 0
            if (found._tag === "Bump") return yield* raise(chain, state, true)
            if (found._tag !== "Rebroadcast") return 0
            return yield* raiseRefused(chain, state, found, yield* broadcast(chain, withdrawalId, found.attempt))
          }
          default:
            return 0
        }
      })

      /** Advances one withdrawal. Between coin selection and broadcast only one is processed at a time. */
      const advance = Effect.fnUntraced(function* (
        chain: Chain,
        open: OpenWithdrawal,
        capacity: PayoutCapacity,
        signer: Signer,
      ) {
        const between = yield* CrashPoint
        let facts = 0
        for (let moves = 0; moves < ACTIONS_MAX; moves += 1) {
          const state = yield* read(open.withdrawalId)
          const isStopped = yield* isStoppedNow(chain.network)
          if (state === null) return facts
          capacity.follow(open, state.phase)
          const next = nextAction(state, yield* Clock.currentTimeMillis, isStopped)
          if (next === "wait" || next === "done") return facts
          if (next === "build" && !capacity.take(open)) return facts
          const gained = yield* move(chain, state, { next, isStopped, signer }).pipe(
            Effect.onError(() => Effect.sync(() => (next === "build" ? capacity.giveBack(open) : undefined))),
          )
          facts += gained
          const isBuilt = next !== "build" || (yield* read(open.withdrawalId))?.phase === "built"
          if (!isBuilt) capacity.giveBack(open)
          if (gained === 0 || !isBuilt) return facts
          yield* between(`noted ${next}`)
        }
        return facts
      })

      return PayoutProcessor.of({
        step: Effect.fn("PayoutProcessor.step")(function* (name, signer) {
          const chain = chains.of(name)
          const { assetTypeId } = chain.network
          const work = Effect.gen(function* () {
            const open = yield* Clock.currentTimeMillis.pipe(
              Effect.flatMap((nowMs) => Effect.promise(() => readOpen(assetTypeId, nowMs))),
            )
            const underWayMax = (yield* readRules(RULES_ID)).assets.get(assetTypeId)?.inFlightMax ?? 0n
            const capacity = payoutCapacity(open, underWayMax)
            let facts = yield* guardAll(chain)
            for (const each of open) {
              facts += yield* advance(chain, each, capacity, signer).pipe(
                // A withdrawal that fails must not block the others.
                Effect.catchDefect((defect) =>
                  Effect.as(Effect.logError("a withdrawal cannot go on", { ...each, amount: "" }, defect), 0),
                ),
              )
            }
            return { _tag: "Done", facts } as const
          }).pipe(
            Effect.catchTag("ChainUnavailable", ({ detail }) =>
              Effect.succeed({ _tag: "Unavailable", detail } as const),
            ),
          )
          return (
            (yield* tryAdvisoryLock(sql, { work: "wallet.withdrawals", on: assetTypeId }, work)) ?? { _tag: "Busy" }
          )
        }),
      })
    }),
  )
}
