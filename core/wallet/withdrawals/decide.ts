import { Result } from "effect"
import type { BuiltPayment, SignedTransaction } from "#core/chains"
import {
  ApprovalGiven,
  WithdrawalApproved,
  WithdrawalBroadcast,
  WithdrawalBuilt,
  WithdrawalCancelled,
  type WithdrawalEvent,
  WithdrawalHeldBack,
  WithdrawalSigned,
} from "./events.ts"
import { AlreadyApproved, NoWithdrawal, TooLate } from "./refusals.ts"
import { feeSubsidy } from "./splitFee.ts"
import type { WithdrawalState } from "./Withdrawal.ts"

type Open = NonNullable<WithdrawalState>
type Facts<Refusal = never> = Result.Result<ReadonlyArray<WithdrawalEvent>, Refusal>
const facts = (...events: ReadonlyArray<WithdrawalEvent>): Facts => Result.succeed(events)

/** The next action of a withdrawal. `scan`: check the chain; `wait`: for time, approvals or coins. */
export type NextAction = "markApproved" | "payInternally" | "build" | "sign" | "broadcast" | "scan" | "wait" | "done"

/** Decides the next action from the state alone. @param isStopped nothing may be sent */
export const nextAction = (state: Open, nowMs: number, isStopped: boolean): NextAction => {
  const { phase, attempts, internalRecipientId } = state
  switch (phase) {
    case "requested":
      return nowMs >= state.dueMs && state.approvedBy.length >= state.approvalsNeeded ? "markApproved" : "wait"
    case "approved":
      if (isStopped) return "wait"
      return internalRecipientId === null ? "build" : "payInternally"
    case "built":
      if (!isStopped) return "sign"
      return attempts.length > 0 ? "scan" : "wait"
    case "signed":
      if (!isStopped) return "broadcast"
      return attempts.length > 1 ? "scan" : "wait"
    case "broadcast":
    case "seen":
      return "scan"
    default:
      return "done"
  }
}

/** Records the approval of one operator, once per operator. */
export const approve =
  (by: string, at: string) =>
  (state: WithdrawalState): Facts<NoWithdrawal | TooLate | AlreadyApproved> => {
    if (state === null) return Result.fail(new NoWithdrawal())
    if (state.phase !== "requested") return Result.fail(new TooLate())
    if (state.approvedBy.includes(by)) return Result.fail(new AlreadyApproved())
    return facts(ApprovalGiven.make({ withdrawalId: state.withdrawalId, by, at }))
  }

/** Who cancels: the person, or an operator with a reason. */
export type Canceller = { readonly personId: string } | { readonly operator: true; readonly reason: string }

/** Cancels a withdrawal before it is signed. */
export const cancel =
  (who: Canceller, at: string) =>
  (state: WithdrawalState): Facts<NoWithdrawal | TooLate> => {
    if (state === null || ("personId" in who && who.personId !== state.personId)) return Result.fail(new NoWithdrawal())
    if (!isCancellable(state)) return Result.fail(new TooLate())
    const { withdrawalId } = state
    return facts(
      "personId" in who
        ? WithdrawalCancelled.make({ withdrawalId, by: "person", reason: null, at })
        : WithdrawalCancelled.make({ withdrawalId, by: "operator", reason: who.reason, at }),
    )
  }

/** Cancels because the coins are gone; appends nothing if it is too late. */
export const giveUp =
  (reason: string, at: string) =>
  (state: Open): Facts => {
    const { withdrawalId } = state
    return isCancellable(state) ? facts(WithdrawalCancelled.make({ withdrawalId, by: "chain", reason, at })) : facts()
  }

const isCancellable = ({ phase, attempts }: Open): boolean =>
  attempts.length === 0 && (phase === "requested" || phase === "approved" || phase === "built")

/** Marks a withdrawal as approved once the quorum is reached and the delay is over. */
export const markApproved =
  (at: string) =>
  (state: Open): Facts =>
    nextAction(state, Date.parse(at), false) === "markApproved"
      ? facts(WithdrawalApproved.make({ withdrawalId: state.withdrawalId, at }))
      : facts()

/**
 * Records a built transaction: the first, or a replacement that spends all inputs of the earlier ones. Appends nothing
 * if the withdrawal has already advanced.
 */
export const recordBuilt =
  ({ psbt, inputs, fee }: BuiltPayment, seen: Open, at: string) =>
  (state: Open): Facts =>
    state.phase === seen.phase && state.attempts.length === seen.attempts.length && state.built === null
      ? facts(
          WithdrawalBuilt.make({
            withdrawalId: state.withdrawalId,
            assetTypeId: state.assetTypeId,
            psbt,
            inputs: inputs.map(({ outpoint: { txid, vout } }) => ({ txid, vout })),
            fee: String(fee),
            at,
          }),
        )
      : facts()

/** Records the signed transaction before it is handed to anyone. */
export const recordSigned =
  ({ txid, raw, fee }: SignedTransaction, psbt: string, at: string) =>
  (state: Open): Facts =>
    state.phase === "built" && state.built?.psbt === psbt
      ? facts(
          WithdrawalSigned.make({
            withdrawalId: state.withdrawalId,
            ...{ txid, raw, fee: String(fee) },
            ...feeSubsidy(fee, state.feeMax),
            at,
          }),
        )
      : facts()

/** Gives up a build, or a planned replacement. */
export const holdBack =
  (reason: string, seen: Open, at: string) =>
  (state: Open): Facts => {
    const { withdrawalId, attempts } = state
    const isSame = state.phase === seen.phase && attempts.length === seen.attempts.length
    return isSame ? facts(WithdrawalHeldBack.make({ withdrawalId, reason, isSent: attempts.length > 0, at })) : facts()
  }

/** Records that the network accepted the last attempt. */
export const recordBroadcast =
  (at: string) =>
  (state: Open): Facts => {
    const last = state.attempts.at(-1)
    return state.phase === "signed" && last !== undefined
      ? facts(WithdrawalBroadcast.make({ withdrawalId: state.withdrawalId, txid: last.txid, at }))
      : facts()
  }
