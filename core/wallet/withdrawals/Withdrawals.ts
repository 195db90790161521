import { Clock, Context, Effect, Layer, Result } from "effect"
import type { Level } from "#contract/identity"
import { SignIns, TwoSteps } from "#core/accounts"
import { Chains, chainOfAsset } from "#core/chains"
import {
  CurrentMeta,
  currentCommand,
  currentTimeIso,
  type Decide,
  dieOnConflict,
  EventStore,
  formatIso,
  previousReceipt,
  type Receipt,
  reader,
  refuseUnlessDuplicate,
  Sealing,
  Sql,
  StreamConflict,
  withCommandId,
  withFreshCommandId,
  writer,
} from "#core/kernel"
import {
  asRefusals,
  assertSameRequest,
  type CommandReused,
  fingerprintOf,
  Hold,
  HoldPlaced,
  idempotent,
  NotEnough,
  personAccount,
} from "#core/ledger"
import { AddressBooks } from "../addressBook/AddressBooks.ts"
import { AddressEntryNotFound } from "../addressBook/refusals.ts"
import { SecondFactorRequired } from "../donations/refusals.ts"
import { WithdrawalPasswords } from "../withdrawalPassword/WithdrawalPasswords.ts"
import { allowanceOf } from "../withdrawalRules/allowance.ts"
import type { RuleEvent } from "../withdrawalRules/events.ts"
import { RULES_ID, Rules, type RulesState, resumeWithdrawals, stopWithdrawals } from "../withdrawalRules/Rules.ts"
import type { UnfitRules } from "../withdrawalRules/refusals.ts"
import { type RulesChange, setRules } from "../withdrawalRules/setRules.ts"
import { approve, type Canceller, cancel } from "./decide.ts"
import { decideRequest } from "./decideRequest.ts"
import type { WithdrawalEvent } from "./events.ts"
import { hasLeft, recipientOf } from "./ownScripts.ts"
import { type Progress, progressOf } from "./progressOf.ts"
import { quoteFee, SPEED_BLOCKS } from "./quote.ts"
import { readPayoutUsage } from "./readOpen.ts"
import {
  AddressLeft,
  type AlreadyApproved,
  asSizeMoved,
  asWithdrawalRefusals,
  type NoWithdrawal,
  TooLate,
  UnfitWithdrawal,
  type WithdrawalRefused,
  WithdrawalsOff,
} from "./refusals.ts"
import { SPEEDS, type Speed } from "./speeds.ts"
import { standingReader } from "./standingReader.ts"
import { Withdrawal, type WithdrawalState } from "./Withdrawal.ts"
import { withdrawalWriter } from "./withdrawalWriter.ts"

/** A withdrawal as confirmed by its person, with the proof of identity. */
export type WithdrawalRequest = {
  readonly personId: string
  readonly assetTypeId: number
  readonly entryId: string
  /** The address shown on the confirmation; must still be that of the entry. */
  readonly address: string
  /** Minor units. */
  readonly amount: bigint
  /** Maximum network fee shown on the confirmation. */
  readonly fee: bigint
  readonly speed: Speed
  readonly withdrawalPassword: string
  /** Authenticator code; empty if two-step verification is off. */
  readonly code: string
}

/** What a person can withdraw of an asset now. */
export type WithdrawalOptions = {
  readonly assetTypeId: number
  readonly isDemo: boolean
  /** Withdrawals are stopped or the chain does not respond; then there are no fees. */
  readonly isOff: boolean
  readonly minimum: bigint
  /** Remaining amount of the daily limits. */
  readonly remaining: bigint
  /** The level of identity that raises the daily limit of the person; null if they have that of all. */
  readonly levelNeeded: Level | null
  /** Amount from which operators must approve, considering the last 24 hours. */
  readonly approvalThreshold: bigint
  readonly fees: ReadonlyArray<{ readonly speed: Speed; readonly fee: bigint; readonly seconds: number }>
}

/** Requests, approvals and stops of withdrawals. */
export class Withdrawals extends Context.Service<
  Withdrawals,
  {
    options(personId: string): Effect.Effect<ReadonlyArray<WithdrawalOptions>>
    /** Requests a withdrawal and holds amount and fee. The command id becomes the withdrawal id. */
    request(
      wish: WithdrawalRequest,
    ): Effect.Effect<{ readonly withdrawalId: string; readonly position: number }, WithdrawalRefused>
    /** Cancels a withdrawal before it is signed. */
    cancel(
      withdrawalId: string,
      who: Canceller,
    ): Effect.Effect<{ readonly position: number }, NoWithdrawal | TooLate | CommandReused>
    /** Progress of an open withdrawal, from its events and its chain; null for others. */
    progress(withdrawalId: string): Effect.Effect<Progress | null>
    /** Records the approval of one operator. */
    approve(
      withdrawalId: string,
      operator: string,
    ): Effect.Effect<{ readonly position: number }, NoWithdrawal | TooLate | AlreadyApproved | CommandReused>
    /** Stops withdrawals of an asset, or (null) of all: nothing is built, signed or broadcast. */
    stop(assetTypeId: number | null, reason: string): Effect.Effect<{ readonly position: number }, CommandReused>
    resume(assetTypeId: number | null): Effect.Effect<{ readonly position: number }, CommandReused>
    /** Changes limits, delays and fees. Position 0 means no change. */
    setRules(
      change: RulesChange,
      reason: string,
    ): Effect.Effect<{ readonly position: number }, UnfitRules | CommandReused>
    /** Limits, fees and stops. */
    readonly rules: Effect.Effect<RulesState>
  }
>()("core/wallet/Withdrawals") {
  static readonly layer = Layer.effect(
    Withdrawals,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [chains, store, sealing] = [yield* Chains, yield* EventStore, yield* Sealing]
      const [books, passwords] = [yield* AddressBooks, yield* WithdrawalPasswords]
      const [steps, signIns] = [yield* TwoSteps, yield* SignIns]
      const { write, change } = yield* withdrawalWriter.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(Sealing, sealing),
      )
      const [readRules, writeRules] = [yield* reader(Rules), yield* writer(Rules)]
      const readWithdrawal = yield* reader(Withdrawal)
      const rules = readRules(RULES_ID)
      const readStanding = yield* standingReader

      const quotes = Effect.fnUntraced(function* (assetTypeId: number, now: RulesState) {
        const chain = chains.of(yield* chainNamed(assetTypeId))
        return yield* Effect.forEach(SPEEDS, (speed) =>
          Effect.map(chain.feeRate(SPEED_BLOCKS[speed]), ({ feeRate }) => ({
            speed,
            fee: quoteFee(chain.network, feeRate, now),
            seconds: SPEED_BLOCKS[speed] * chain.network.blockSeconds,
          })),
        )
      })

      /** Verifies the identity last, after all other refusals: a code can be used only once. */
      const prove = Effect.fnUntraced(function* ({ personId, withdrawalPassword, code }: WithdrawalRequest) {
        const hasStep = yield* signIns.hasSecondStep(personId)
        if (hasStep && !STEP_CODE.test(code)) return yield* new SecondFactorRequired()
        yield* passwords.verify(personId, withdrawalPassword)
        if (!hasStep) return
        yield* steps.pass(personId, code).pipe(
          Effect.catchTag("TwoStepOff", () => Effect.void),
          // A separate command: the given id belongs to the withdrawal.
          withFreshCommandId,
        )
      })

      const checkFree = Effect.fnUntraced(function* ({ personId, assetTypeId, amount, fee }: WithdrawalRequest) {
        const account = personAccount("available", assetTypeId, personId)
        const [own] = yield* Effect.promise(
          () => sql<Array<{ free: string }>>`
            select (posted - held)::text as free from wallet.account where account = ${account}`,
        )
        if (BigInt(own?.free ?? 0) < amount + fee) return yield* new NotEnough({ assetTypeId })
      })

      const begin = Effect.fnUntraced(function* (withdrawalId: string, wish: WithdrawalRequest, fingerprint: string) {
        const { personId, assetTypeId, entryId, address, amount, fee, speed } = wish
        yield* passwords.assertCanWithdraw(personId)
        const name = yield* chainNamed(assetTypeId)
        const { network } = chains.of(name)
        const entry = yield* books.findUsable(personId, entryId)
        const isEntry = entry.assetTypeId === assetTypeId && entry.address === address && entry.stage === network.stage
        if (!isEntry) return yield* new AddressEntryNotFound()
        const now = yield* rules
        const quoted = yield* quotes(assetTypeId, now).pipe(
          Effect.catchTag("ChainUnavailable", () => Effect.fail(new WithdrawalsOff())),
        )
        const { script } = entry
        const internalRecipientId = yield* Effect.promise(() => recipientOf(sql, script))
        if (internalRecipientId !== null && (yield* hasLeft(sql, internalRecipientId))) return yield* new AddressLeft()
        const nowMs = yield* Clock.currentTimeMillis
        const confirmed = {
          withdrawalId,
          personId,
          assetTypeId,
          entryId,
          address,
          script,
          internalRecipientId,
          amount,
          fee,
          speed,
        }
        const standing = yield* readStanding(personId)
        const about = {
          network,
          rules: now,
          standing,
          quoted: quoted.find((each) => each.speed === speed)?.fee ?? 0n,
          nowMs,
        }
        const decide = Effect.gen(function* () {
          const used = yield* Effect.promise(() => readPayoutUsage(sql, { personId, assetTypeId, nowMs }))
          const { person: withdrawn, unsigned } = used
          return yield* Effect.fromResult(decideRequest(confirmed, { ...about, withdrawn, unsigned }))
        })
        yield* decide
        yield* checkFree(wish)
        yield* prove(wish)
        const placed = HoldPlaced.make({
          holdId: withdrawalId,
          purpose: "withdrawal",
          reference: `withdrawal-${withdrawalId}`,
          account: personAccount("available", assetTypeId, personId),
          amount: String(amount + fee),
          expiresAt: null,
          at: formatIso(nowMs),
        })
        const parts = {
          withdrawal: { aggregate: Withdrawal, id: withdrawalId },
          hold: { aggregate: Hold, id: withdrawalId },
        }
        // The size is checked again under the lock, and decided again if another withdrawal of the person came or went.
        const requesting = Effect.flatMap(decide, (requested) =>
          asSizeMoved(
            write(
              parts,
              () => Result.succeed({ withdrawal: [requested], hold: [placed] }),
              () => ({ fingerprint }),
            ),
          ),
        ).pipe(Effect.retry({ while: ({ _tag }) => _tag === "SizeMoved", times: SIZE_TRIES_MAX }))
        const { receipt } = yield* asRefusals(asWithdrawalRefusals(requesting)).pipe(
          Effect.catchTag(["StreamConflict", "CoinsTaken", "SizeMoved"], Effect.die),
          withCommandId(withdrawalId),
        )
        if (receipt.repeated) return yield* repeatOf(withdrawalId, receipt, fingerprint)
        return { withdrawalId, position: receipt.position }
      })

      /** Changes a withdrawal idempotently; the same command id with another payload is refused. */
      const command = Effect.fnUntraced(function* <Refusal>(
        withdrawalId: string,
        request: ReadonlyArray<string>,
        decide: (state: WithdrawalState, at: string) => Result.Result<ReadonlyArray<WithdrawalEvent>, Refusal>,
      ) {
        const { receipt } = yield* idempotent([withdrawalId, ...request], (answerOf) =>
          change(withdrawalId, decide, answerOf).pipe(
            Effect.catchIf(
              (refused) => refused instanceof StreamConflict,
              () => Effect.fail(new TooLate()),
            ),
          ),
        )
        return { position: receipt.position }
      })

      const setting = Effect.gen(function* () {
        const { actor: by } = yield* CurrentMeta
        return { by, at: yield* currentTimeIso }
      })

      /** Changes the rules idempotently. Conflicts are defects: operators do not race eight times. */
      const rule = Effect.fnUntraced(function* <Refusal>(
        request: unknown,
        decide: Decide<RulesState, RuleEvent, Refusal>,
      ) {
        const { receipt } = yield* idempotent(request, (answerOf) =>
          writeRules(RULES_ID, decide, answerOf).pipe(dieOnConflict),
        )
        return { position: receipt.position }
      })

      return Withdrawals.of({
        rules,

        options: Effect.fn("Withdrawals.options")(function* (personId) {
          const now = yield* rules
          const nowMs = yield* Clock.currentTimeMillis
          const standing = yield* readStanding(personId)
          return yield* Effect.forEach(
            now.assets,
            ([assetTypeId, { minimum, allDaily, approvalThreshold, ...limits }]) =>
              Effect.gen(function* () {
                const { personDaily, levelNeeded } = allowanceOf(now.identity, { assetTypeId, ...limits }, standing)
                const { capabilities } = chains.of(yield* Effect.orDie(chainNamed(assetTypeId)))
                const used = yield* Effect.promise(() => readPayoutUsage(sql, { personId, assetTypeId, nowMs }))
                const fees = yield* Effect.orElseSucceed(quotes(assetTypeId, now), () => [])
                const [ofPerson, ofAll] = [personDaily - used.person, allDaily - used.all]
                const remaining = lessOf(ofPerson, ofAll)
                const isOff = fees.length === 0 || now.stopped.has(null) || now.stopped.has(assetTypeId)
                const about = { assetTypeId, isDemo: capabilities.isDemo, isOff, minimum, remaining, fees }
                // A higher level does not help where the limit of all is the lower one.
                const level = { levelNeeded: ofPerson < ofAll ? levelNeeded : null }
                return {
                  ...about,
                  ...level,
                  approvalThreshold: lessOf(approvalThreshold, approvalThreshold - used.person),
                }
              }),
          )
        }),

        request: Effect.fn("Withdrawals.request")(function* (input) {
          const sent = yield* currentCommand
          const { commandId: withdrawalId } = sent
          const fingerprint = fingerprintOfWish(input)
          const first = yield* previousReceipt(store, sent)
          if (first !== null) return yield* repeatOf(withdrawalId, first, fingerprint)
          return yield* begin(withdrawalId, input, fingerprint).pipe(
            Effect.catch((refused) =>
              Effect.flatMap(refuseUnlessDuplicate(store, sent, refused), (receipt) =>
                repeatOf(withdrawalId, receipt, fingerprint),
              ),
            ),
          )
        }),

        cancel: Effect.fn("Withdrawals.cancel")(function* (withdrawalId, who) {
          const origin = "personId" in who ? who.personId : who.reason
          return yield* command(withdrawalId, ["cancel", origin], (state, at) => cancel(who, at)(state))
        }),

        approve: Effect.fn("Withdrawals.approve")(function* (withdrawalId, operator) {
          return yield* command(withdrawalId, ["approve", operator], (state, at) => approve(operator, at)(state))
        }),

        progress: Effect.fn("Withdrawals.progress")(function* (withdrawalId) {
          const state = yield* readWithdrawal(withdrawalId)
          const name = state === null ? null : chainOfAsset(state.assetTypeId)
          return state === null || name === null ? null : yield* progressOf(state, chains.of(name))
        }),

        stop: Effect.fn("Withdrawals.stop")(function* (assetTypeId, reason) {
          const { by, at } = yield* setting
          return yield* rule(["stop", assetTypeId, reason], stopWithdrawals({ assetTypeId, reason, by, at }))
        }),

        setRules: Effect.fn("Withdrawals.setRules")(function* (change, reason) {
          return yield* rule(["set rules", change, reason], setRules(change, { reason, ...(yield* setting) }))
        }),

        resume: Effect.fn("Withdrawals.resume")(function* (assetTypeId) {
          const { by, at } = yield* setting
          return yield* rule(["resume", assetTypeId], resumeWithdrawals({ assetTypeId, by, at }))
        }),
      })
    }),
  )
}

const chainNamed = (assetTypeId: number) => {
  const name = chainOfAsset(assetTypeId)
  return name === null ? Effect.fail(new UnfitWithdrawal({ problem: "asset" })) : Effect.succeed(name)
}

/** Payload hash of a request. The proof of identity is not part of it. */
const fingerprintOfWish = ({
  personId,
  assetTypeId,
  entryId,
  address,
  amount,
  fee,
  speed,
}: WithdrawalRequest): string =>
  fingerprintOf([personId, assetTypeId, entryId, address, String(amount), String(fee), speed])

const repeatOf = (withdrawalId: string, receipt: Receipt, fingerprint: string) =>
  Effect.map(assertSameRequest({ ...receipt, repeated: true }, fingerprint), ({ position }) => ({
    withdrawalId,
    position,
  }))

/** The smaller value, at least zero. */
const lessOf = (one: bigint, other: bigint): bigint => {
  const less = one < other ? one : other
  return less < 0n ? 0n : less
}

/** Maximum retries because other withdrawals of the person come and go. */
const SIZE_TRIES_MAX = 20

/** An authenticator code. Recovery codes are only for signing in. */
const STEP_CODE = /^\d{6}$/
