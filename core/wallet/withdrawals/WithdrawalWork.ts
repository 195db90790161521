import { Clock, Context, Effect, Layer, Result } from "effect"
import { EventStore, reader, Sealing, Sql } from "#core/kernel"
import type { Chain, Payment } from "../chain/Chain.ts"
import { Chains } from "../chain/Chains.ts"
import type { ChainName, Network } from "../chain/networks.ts"
import { feeFor, vbytesOf } from "../chain/payment/vbytes.ts"
import type { Signer } from "../chain/signer/Signer.ts"
import { openChain } from "../deposits/chainBook.ts"
import { personAccount } from "../ledger/accounts.ts"
import { takeWhatIsLeft } from "../ledger/takeWhatIsLeft.ts"
import { RULES_ID, Rules, stopOf } from "../withdrawalRules/Rules.ts"
import { approve, holdBack, type Move, nextMove, noteBroadcast, noteBuilt, noteSigned } from "./decide.ts"
import { decideGuard, decideLook } from "./decideLook.ts"
import { WithdrawalConfirmed, type WithdrawalEvent, WithdrawalFailed, WithdrawalSeen } from "./events.ts"
import { inTurn } from "./inTurn.ts"
import { changeAddress } from "./ownScripts.ts"
import { SPEED_BLOCKS } from "./quote.ts"
import { forgetInputs, type OpenWithdrawal, readOpen, readSettled, readTaken } from "./readOpen.ts"
import { asWithdrawalRefusals } from "./refusals.ts"
import { type Attempt, Withdrawal, type WithdrawalState } from "./Withdrawal.ts"
import { withdrawalWriter } from "./withdrawalWriter.ts"

/** What came of one step. */
export type Step =
  | { readonly _tag: "Done"; readonly facts: number }
  /** Another process is at it. */
  | { readonly _tag: "Busy" }
  | { readonly _tag: "Away"; readonly detail: string }

/** Between any two things that a step does, for tests that end it there: `built`, `signed`, `broadcast`, … */
export const BetweenMoves = Context.Reference<(done: string) => Effect.Effect<void>>("core/wallet/BetweenMoves", {
  defaultValue: () => () => Effect.void,
})

/** Facts that one withdrawal gains in one step at most: all the way, and a replacement. */
const MOVES_MAX = 12
/** Longer PSBTs are not kept: that many coins have to be joined before they can be spent. */
const PSBT_LENGTH_MAX = 3_000_000

type Open = NonNullable<WithdrawalState>

/** Sends out what is due. For the worker, in any number of processes; may be killed anywhere and repeated. */
export class WithdrawalWork extends Context.Service<
  WithdrawalWork,
  {
    /** Takes every withdrawal of a chain as far as it comes just now. */
    step(name: ChainName, signer: Signer): Effect.Effect<Step>
  }
>()("core/wallet/WithdrawalWork") {
  static readonly layer = Layer.effect(
    WithdrawalWork,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [chains, store, sealing] = [yield* Chains, yield* EventStore, yield* Sealing]
      const provided = <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing>) =>
        effect.pipe(Effect.provideService(EventStore, store), Effect.provideService(Sealing, sealing))
      const { change } = yield* provided(withdrawalWriter)
      const [read, readRules] = [yield* provided(reader(Withdrawal)), yield* provided(reader(Rules))]

      /** Whether nothing may be built, signed or handed over: by the switch, or because the chain has to be looked at. */
      const isStoppedNow = Effect.fnUntraced(function* (network: Network) {
        const stop = stopOf(yield* readRules(RULES_ID), network.assetTypeId)
        const { halted } = yield* Effect.promise(() => openChain(sql, network))
        return stop !== null || halted !== null
      })

      /** Appends what follows, if it still does; answers how many facts. */
      const note = (id: string, decide: (state: Open, at: string) => Result.Result<ReadonlyArray<WithdrawalEvent>>) =>
        change(id, (state, at) => (state === null ? Result.succeed([]) : decide(state, at))).pipe(
          // Whoever was faster has done it.
          Effect.catchTag("StreamConflict", () => Effect.succeed({ facts: [] })),
          Effect.map(({ facts }) => facts.length),
        )

      const build = Effect.fnUntraced(function* (chain: Chain, state: Open, payment: Partial<Payment>) {
        const between = yield* BetweenMoves
        const change = yield* Effect.promise(() => changeAddress(sql, chain.network))
        if (change === null) return 0
        yield* chain.watch([{ script: change.script, key: change.key, birthHeight: null }])
        // Coins that were chosen by somebody who ended before it was noted are free again.
        const taken = yield* Effect.promise(() => readTaken(sql, state.assetTypeId))
        yield* chain.lockOnly(taken)
        const { feeRate } = yield* chain.feeRate(SPEED_BLOCKS[state.speed])
        const built = yield* chain
          .build({
            outputs: [{ script: state.script, amount: state.amount }],
            changeScript: change.script,
            feeRate,
            feeMax: state.feeMax,
            confirmationsMin: chain.network.confirmations.usual,
            ...payment,
          })
          .pipe(
            Effect.catchTag(["Dust", "UnknownScript", "NoSuchCoin"], (refused) => Effect.succeed(refused._tag)),
            // Coins come, fees fall; a replacement is not worth waiting for.
            Effect.catchTag(["NotEnoughCoins", "FeeTooHigh"], (refused) =>
              Effect.succeed(state.attempts.length > 0 ? refused._tag : null),
            ),
          )
        if (built === null) return 0
        yield* between("built")
        const { withdrawalId } = state
        if (typeof built === "string") return yield* note(withdrawalId, (now, at) => holdBack(built, state, at)(now))
        if (built.psbt.length > PSBT_LENGTH_MAX)
          return yield* note(withdrawalId, (now, at) => holdBack("too many coins", state, at)(now))
        const noted = note(withdrawalId, (now, at) => noteBuilt(built, state, at)(now))
        return yield* asWithdrawalRefusals(noted).pipe(
          Effect.catchTag("DailyLimit", Effect.die),
          // Somebody else's step built with the same coins; the next look builds with others.
          Effect.catchTag("CoinsTaken", () => Effect.succeed(0)),
        )
      })

      const sign = Effect.fnUntraced(function* (chain: Chain, state: Open, signer: Signer) {
        if (state.built === null) return 0
        const between = yield* BetweenMoves
        const { withdrawalId, built, feeMax, script, amount } = state
        const signed = yield* signer
          .sign({ network: chain.network, psbt: built.psbt, outputs: [{ script, amount }], feeMax })
          .pipe(
            Effect.catchTag("SigningRefused", ({ reason, detail }) => Effect.succeed(`signer: ${reason}, ${detail}`)),
            Effect.catchTag("SignerUnavailable", () => Effect.succeed(null)),
          )
        if (signed === null) return 0
        yield* between("signed")
        if (typeof signed !== "string")
          return yield* note(withdrawalId, (now, at) => noteSigned(signed, built.psbt, at)(now))
        yield* Effect.logError("a withdrawal was not signed", { withdrawalId, why: signed })
        return yield* note(withdrawalId, (now, at) => holdBack(signed, state, at)(now))
      })

      const look = Effect.fnUntraced(function* (chain: Chain, state: Open) {
        const { withdrawalId, attempts } = state
        const standings = yield* Effect.forEach(attempts, chain.standingOf)
        const nowMs = yield* Clock.currentTimeMillis
        const { replacesByFee } = chain.capabilities
        const found = decideLook(state, standings, { network: chain.network, nowMs, replacesByFee })
        const between = yield* BetweenMoves
        yield* between(`looked ${found._tag}`)
        const isOpen = ({ phase }: Open) => nextMove({ ...state, phase }, nowMs, false) !== "done"
        const noteOpen = (fact: (at: string) => WithdrawalEvent) =>
          note(withdrawalId, (now, at) => Result.succeed(isOpen(now) ? [fact(at)] : []))
        switch (found._tag) {
          case "Confirmed": {
            const { txid, fee } = found.attempt
            const about = { withdrawalId, txid, fee: String(fee), height: found.height }
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
              Result.succeed(now.phase === "broadcast" ? [WithdrawalSeen.make({ withdrawalId, txid, at })] : []),
            )
          }
          default:
            return found
        }
      })

      const broadcast = Effect.fnUntraced(function* (
        chain: Chain,
        withdrawalId: string,
        { raw }: Pick<Attempt, "raw">,
      ) {
        return yield* chain.broadcast(raw).pipe(
          Effect.tapError((refused) =>
            refused._tag === "BroadcastRefused"
              ? Effect.logWarning("the network does not take a withdrawal", { withdrawalId, why: refused.reason })
              : Effect.void,
          ),
          Effect.catchTag("BroadcastRefused", () => Effect.succeed(null)),
        )
      })

      /** Notes by which of its transactions one has arrived after all: its person pays that one's fee. */
      const settleAnew = Effect.fnUntraced(function* (
        { withdrawalId, personId, assetTypeId, settled }: Open,
        { attempt, height }: { readonly attempt: Attempt; readonly height: number },
      ) {
        if (settled === null) return 0
        const { txid, fee } = attempt
        const due = fee - (settled.fee - settled.missing)
        return yield* takeWhatIsLeft(sql, personAccount("available", assetTypeId, personId), due, (left) => {
          const missing = String(due > left ? due - left : 0n)
          const about = { withdrawalId, txid, fee: String(fee), missing, height }
          return note(withdrawalId, (now, at) =>
            Result.succeed(
              now.phase === "confirmed" && now.settled?.txid === settled.txid
                ? [WithdrawalConfirmed.make({ ...about, at })]
                : [],
            ),
          )
        })
      })

      /** Looks at one that has arrived, as long as its blocks can be undone. */
      const guard = Effect.fnUntraced(function* (chain: Chain, withdrawalId: string) {
        const state = yield* read(withdrawalId)
        if (state?.phase !== "confirmed") return 0
        const standings = yield* Effect.forEach(state.attempts, chain.standingOf)
        const found = decideGuard(state, standings, chain.network)
        switch (found._tag) {
          case "Deep":
            yield* Effect.promise(() => forgetInputs(sql, withdrawalId))
            return 0
          case "Again":
            if (!(yield* isStoppedNow(chain.network))) yield* broadcast(chain, withdrawalId, found.attempt)
            return 0
          case "Confirmed":
            return yield* settleAnew(state, found)
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

      /** The tip at which those that have arrived were looked at: nothing that matters to them happens between blocks. */
      const guarded = new Map<number, string>()
      const guardAll = Effect.fnUntraced(function* (chain: Chain) {
        const { assetTypeId } = chain.network
        const settled = yield* Effect.promise(() => readSettled(sql, assetTypeId))
        if (settled.length === 0) return 0
        const { hash } = yield* chain.tip
        if (guarded.get(assetTypeId) === hash) return 0
        let facts = 0
        for (const withdrawalId of settled) facts += yield* guard(chain, withdrawalId)
        if (!(yield* isStoppedNow(chain.network))) guarded.set(assetTypeId, hash)
        return facts
      })

      /** The same again with half as much more for the network, within what was agreed to. */
      const bump = Effect.fnUntraced(function* (chain: Chain, state: Open) {
        const last = state.attempts.at(-1)
        if (last === undefined) return 0
        const vbytes = vbytesOf(chain.network, last.inputs.length, [state.script, state.script])
        const paid = (last.fee * 1_000n) / BigInt(vbytes)
        const { feeRate } = yield* chain.feeRate(SPEED_BLOCKS[state.speed])
        const [raised, now] = [(paid * 3n) / 2n, feeRate]
        if (feeFor(vbytes, raised) > state.feeMax)
          return yield* note(state.withdrawalId, (at0, at) => holdBack("fee", state, at)(at0))
        return yield* build(chain, state, { mustSpend: last.inputs, feeRate: raised > now ? raised : now })
      })

      const move = Effect.fnUntraced(function* (
        chain: Chain,
        state: Open,
        { next, isStopped, signer }: { readonly next: Move; readonly isStopped: boolean; readonly signer: Signer },
      ) {
        const { withdrawalId } = state
        const between = yield* BetweenMoves
        switch (next) {
          case "approve":
            return yield* note(withdrawalId, (now, at) => approve(at)(now))
          case "settle":
            return yield* note(withdrawalId, (now, at) =>
              Result.succeed(
                now.phase === "approved"
                  ? [WithdrawalConfirmed.make({ withdrawalId, txid: null, fee: "0", height: null, at })]
                  : [],
              ),
            )
          case "build":
            return yield* build(chain, state, {})
          case "sign":
            return yield* sign(chain, state, signer)
          case "broadcast": {
            const last = state.attempts.at(-1)
            if (last !== undefined && (yield* broadcast(chain, withdrawalId, last)) !== null) {
              yield* between("broadcast")
              return yield* note(withdrawalId, (now, at) => noteBroadcast(at)(now))
            }
            const found = yield* look(chain, state)
            return typeof found === "number" ? found : 0
          }
          case "look": {
            const found = yield* look(chain, state)
            if (typeof found === "number") return found
            // Whatever it is, it waits until something may be sent again.
            if (isStopped) return 0
            if (found._tag === "Again") yield* broadcast(chain, withdrawalId, found.attempt)
            return found._tag === "Bump" ? yield* bump(chain, state) : 0
          }
          default:
            return 0
        }
      })

      /** One withdrawal as far as it comes. Never two at once between the choice of coins and the network. */
      const advance = Effect.fnUntraced(function* (chain: Chain, open: OpenWithdrawal, room: Room, signer: Signer) {
        const between = yield* BetweenMoves
        let facts = 0
        for (let moves = 0; moves < MOVES_MAX; moves += 1) {
          const state = yield* read(open.withdrawalId)
          const isStopped = yield* isStoppedNow(chain.network)
          if (state === null) return facts
          const next = nextMove(state, yield* Clock.currentTimeMillis, isStopped)
          if (next === "wait" || next === "done") return facts
          if (next === "build" && !room.take(open)) return facts
          const gained = yield* move(chain, state, { next, isStopped, signer })
          if (gained === 0) return facts
          facts += gained
          yield* between(`noted ${next}`)
        }
        return facts
      })

      return WithdrawalWork.of({
        step: Effect.fn("WithdrawalWork.step")(function* (name, signer) {
          const chain = chains.of(name)
          const { assetTypeId } = chain.network
          const work = Effect.gen(function* () {
            const open = yield* Effect.promise(() => readOpen(sql, assetTypeId))
            const underWayMax = (yield* readRules(RULES_ID)).assets.get(assetTypeId)?.underWay ?? 0n
            const room = roomOf(open, underWayMax)
            let facts = yield* guardAll(chain)
            for (const each of open) {
              facts += yield* advance(chain, each, room, signer).pipe(
                // One that cannot go on must not be in the way of the others.
                Effect.catchDefect((defect) =>
                  Effect.as(Effect.logError("a withdrawal cannot go on", { ...each, amount: "" }, defect), 0),
                ),
              )
            }
            return { _tag: "Done", facts } as const
          }).pipe(
            Effect.catchTag("ChainUnavailable", ({ detail }) => Effect.succeed({ _tag: "Away", detail } as const)),
          )
          return (yield* inTurn(sql, assetTypeId, work)) ?? { _tag: "Busy" }
        }),
      })
    }),
  )
}

/** What may still be built in a step: one chain has one payment at a time that is not handed over yet, and only so much on its way. */
type Room = { take(withdrawal: OpenWithdrawal): boolean }

const roomOf = (open: ReadonlyArray<OpenWithdrawal>, most: bigint): Room => {
  const unsent = new Set(
    open.filter(({ phase }) => phase === "built" || phase === "signed").map(({ withdrawalId }) => withdrawalId),
  )
  let underWay = open
    .filter(({ phase }) => phase !== "requested" && phase !== "approved")
    .reduce((sum, { amount, fee }) => sum + amount + fee, 0n)
  return {
    take: ({ withdrawalId, amount, fee }) => {
      const isFree = [...unsent].every((each) => each === withdrawalId)
      if (!isFree || underWay + amount + fee > most) return false
      underWay += amount + fee
      return true
    },
  }
}
