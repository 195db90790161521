import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import type { TransactionStatus } from "../../chains/Chain.ts"
import { networks } from "../../chains/networks.ts"
import { Rules } from "../withdrawalRules/Rules.ts"
import { approve, cancel, markApproved, nextAction, recordBroadcast, recordSigned } from "./decide.ts"
import { ATTEMPTS_MAX, decideAfterConfirm, decideFromChain, mayRaise } from "./decideFromChain.ts"
import { type ConfirmedRequest, decideRequest, UNSIGNED_MAX } from "./decideRequest.ts"
import type { WithdrawalEvent } from "./events.ts"
import { DELAY_MS, noteDelayed } from "./noteDelayed.ts"
import { quoteFee } from "./quote.ts"
import { Withdrawal, type WithdrawalState } from "./Withdrawal.ts"

const network = networks.BTC.demo
const nowMs = Date.parse("2026-11-22T04:00:00.000Z")
const at = new Date(nowMs).toISOString()
const [ANNA, ID] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-00000000000a"]
const requested: ConfirmedRequest = {
  ...{
    withdrawalId: ID,
    personId: ANNA,
    assetTypeId: 1,
    entryId: "entry",
    address: "demobtc1…",
    internalRecipientId: null,
  },
  ...{ script: "0014751e76e8199196d454941c45d1b3a323f1433bd6", amount: 1_000_000n, fee: 10_000n, speed: "normal" },
}
const rules = Rules.initial
/** Neither verified nor a creator. */
const standing = { level: 0, isCreator: false } as const
const request = (more: Partial<ConfirmedRequest> = {}, now: Partial<Parameters<typeof decideRequest>[1]> = {}) =>
  decideRequest(
    { ...requested, ...more },
    { network, rules, quoted: 4_000n, nowMs, withdrawn: 0n, unsigned: 0, standing, ...now },
  )

type Open = NonNullable<WithdrawalState>
const history = (...facts: ReadonlyArray<WithdrawalEvent>): Open => {
  const state = replay(Withdrawal, [Result.getOrThrow(request()), ...facts])
  if (state === null) throw new Error("it was asked for")
  return state
}
const about = { withdrawalId: ID, at }
const approved = { _tag: "wallet.WithdrawalApproved.v1", ...about } as const
const built = (psbt = "psbt"): WithdrawalEvent => ({
  _tag: "wallet.WithdrawalBuilt.v1",
  ...{ ...about, assetTypeId: 1, psbt, inputs: [{ txid: "a", vout: 0 }], fee: "1000" },
})
const signed = (txid: string): WithdrawalEvent => ({
  _tag: "wallet.WithdrawalSigned.v1",
  ...{ ...about, txid, raw: "00", fee: "1000" },
})
const broadcast = { _tag: "wallet.WithdrawalBroadcast.v1", ...about, txid: "one" } as const
const seen = { _tag: "wallet.WithdrawalSeen.v1", ...about, txid: "one" } as const
const heldBack = (isSent: boolean): WithdrawalEvent => ({
  _tag: "wallet.WithdrawalHeldBack.v1",
  ...{ ...about, reason: "r", isSent },
})
const phases: Readonly<Record<string, Open>> = {
  requested: history(),
  approved: history(approved),
  built: history(approved, built()),
  signed: history(approved, built(), signed("one")),
  broadcast: history(approved, built(), signed("one"), broadcast),
  seen: history(approved, built(), signed("one"), broadcast, seen),
  rebuilt: history(approved, built(), signed("one"), broadcast, seen, built("psbt 2")),
  "held back": history(approved, built(), heldBack(false)),
}
const phase = (name: string): Open => phases[name] ?? history()

describe("a withdrawal request", () => {
  it.each<[string, Parameters<typeof request>, string | null]>([
    ["as it was shown", [], null],
    ["of nothing", [{ amount: 0n }], "zero"],
    ["of less than the network passes on", [{ amount: 293n }], "dust"],
    ["of less than may be withdrawn", [{ amount: 9_999n }], "minimum"],
    ["of what cannot be withdrawn", [{ assetTypeId: 4 }], "asset"],
    ["to a script of an unsupported kind", [{ script: "6002751e" }], "asset"],
    ["for more than any may cost", [{ fee: 4_000_001n }], "fee"],
    ["for less than the network takes by now", [{}, { quoted: 10_001n }], "FeeMoved"],
    ["while as many wait as one may have", [{}, { unsigned: UNSIGNED_MAX }], "TooManyUnsigned"],
    ["while one less waits", [{}, { unsigned: UNSIGNED_MAX - 1 }], null],
    ["while all are stopped", [{}, { rules: { ...rules, stopped: new Map([[null, "x"]]) } }], "WithdrawalsOff"],
    ["while those of another coin are", [{}, { rules: { ...rules, stopped: new Map([[3, "x"]]) } }], null],
  ])("%s", (_, given, problem) => {
    const decided = request(...given)
    const failure = Result.isFailure(decided) ? decided.failure : null
    expect(failure === null ? null : "problem" in failure ? failure.problem : failure._tag).toBe(problem)
  })

  it.each([
    [49_999_999n, 0n, 0, 0],
    [50_000_000n, 0n, 2, 3_600],
    [10_000n, 49_989_999n, 0, 0],
    [10_000n, 49_990_000n, 2, 3_600],
  ])(
    "of %s after %s within a day needs %s approvals and waits %s seconds",
    (amount, withdrawn, approvalsNeeded, seconds) => {
      const dueAt = new Date(nowMs + seconds * 1_000).toISOString()
      expect(Result.getOrThrow(request({ amount }, { withdrawn }))).toMatchObject({ approvalsNeeded, dueAt })
    },
  )

  it("[S9-013] has a fee within the table: at least 0.00004, at most 0.04", () => {
    expect(quoteFee(network, 1n, rules)).toBe(4_000n)
    expect(quoteFee(network, 50_000n, rules)).toBeGreaterThan(4_000n)
    expect(quoteFee(network, 10n ** 12n, rules)).toBe(4_000_000n)
  })
})

describe("the next action", () => {
  it.each([
    ["requested", "markApproved", "markApproved"],
    ["approved", "build", "wait"],
    ["built", "sign", "wait"],
    ["signed", "broadcast", "wait"],
    ["broadcast", "scan", "scan"],
    ["seen", "scan", "scan"],
    ["rebuilt", "sign", "scan"],
    ["held back", "wait", "wait"],
  ])("after %s is %s, and while withdrawals are stopped %s", (name, move, stopped) => {
    expect([nextAction(phase(name), nowMs, false), nextAction(phase(name), nowMs, true)]).toEqual([move, stopped])
  })

  it.each([
    ["requested", null],
    ["approved", null],
    ["built", null],
    ["signed", "TooLate"],
    ["seen", "TooLate"],
    ["rebuilt", "TooLate"],
    ["held back", null],
  ])("%s can be cancelled, or is refused: %s", (name, refusal) => {
    const given = cancel({ personId: ANNA }, at)(phase(name))
    expect(Result.isFailure(given) ? given.failure._tag : null).toBe(refusal)
    const others = cancel({ personId: ID }, at)(phase(name))
    expect(Result.isFailure(others) && others.failure._tag).toBe("NoWithdrawal")
  })

  it("a held withdrawal proceeds after approval by an operator", () => {
    const [fact] = Result.getOrThrow(approve("mara", at)(phase("held back")))
    const state = history(approved, built(), heldBack(false), ...(fact === undefined ? [] : [fact]))
    expect(Result.getOrThrow(markApproved(at)(state))).toHaveLength(1)
    expect(Result.isFailure(approve("mara", at)(state))).toBe(true)
  })

  it("records nothing twice, and no signature of a discarded build", () => {
    const transaction = { txid: "one", raw: "00", fee: 1_000n }
    expect(Result.getOrThrow(recordSigned(transaction, "psbt", at)(phase("built")))).toHaveLength(1)
    expect(Result.getOrThrow(recordSigned(transaction, "psbt", at)(phase("signed")))).toEqual([])
    expect(Result.getOrThrow(recordSigned(transaction, "psbt", at)(phase("rebuilt")))).toEqual([])
    expect(Result.getOrThrow(recordBroadcast(at)(phase("seen")))).toEqual([])
  })
})

describe("a check of the chain", () => {
  const block = { height: 7, hash: "b", timeMs: nowMs }
  const waiting: TransactionStatus = { _tag: "Mempool", isReplaceable: true }
  const mined = (confirmations: number): TransactionStatus => ({ _tag: "Confirmed", block, confirmations })
  const lost = (by: string, confirmations: number): TransactionStatus => ({ _tag: "Conflicted", by, confirmations })
  const absent: TransactionStatus = { _tag: "Absent" }
  const twice = history(approved, built(), signed("one"), broadcast, seen, built("2"), signed("two"), broadcast)
  const often = history(approved, ...Array.from({ length: ATTEMPTS_MAX }, () => [built(), signed("one")]).flat(), seen)
  const LATER = nowMs + 3_600_000

  it.each<[string, Open, ReadonlyArray<TransactionStatus>, number, string]>([
    ["waiting", phase("broadcast"), [waiting], nowMs, "Seen"],
    ["waiting as before", phase("seen"), [waiting], nowMs, "Nothing"],
    ["waiting for too long", phase("seen"), [waiting], LATER, "Bump"],
    [
      "waiting for too long after many tries",
      often,
      Array.from({ length: ATTEMPTS_MAX }, () => waiting),
      LATER,
      "Nothing",
    ],
    ["in a block that is new", phase("broadcast"), [mined(1)], nowMs, "Seen"],
    ["in a block that is deep", phase("broadcast"), [mined(2)], nowMs, "Confirmed"],
    ["known to no node", phase("seen"), [absent], nowMs, "Rebroadcast"],
    ["beaten by a new block", phase("seen"), [lost("x", 5)], nowMs, "Nothing"],
    ["permanently conflicted", phase("seen"), [lost("x", 6)], nowMs, "Failed"],
    ["replaced by its own", twice, [lost("two", 0), waiting], nowMs, "Seen"],
    ["the first of two that was mined", twice, [mined(2), lost("one", 2)], nowMs, "Confirmed"],
    ["replaced, and both permanently conflicted", twice, [lost("x", 6), lost("x", 6)], nowMs, "Failed"],
    ["one of two beaten", twice, [lost("x", 6), absent], nowMs, "Rebroadcast"],
    ["the second of two beaten", twice, [absent, lost("x", 6)], nowMs, "Rebroadcast"],
  ])("finds it %s", (_, state, statuses, ms, tag) => {
    expect(decideFromChain(state, statuses, { network, nowMs: ms, replacesByFee: true })._tag).toBe(tag)
  })

  it("returns to an earlier attempt if the last one was just rejected", () => {
    const resigned = history(approved, built(), signed("one"), broadcast, seen, built("2"), signed("two"))
    const about = { network, nowMs, replacesByFee: true }
    expect(decideFromChain(resigned, [waiting, lost("one", 0)], about)._tag).toBe("Nothing")
    expect(decideFromChain(resigned, [waiting, lost("one", 0)], { ...about, isRefused: true })).toEqual({
      _tag: "Seen",
      txid: "one",
    })
    expect(decideFromChain(phase("signed"), [waiting], { ...about, isRefused: true })._tag).toBe("Nothing")
  })

  it("replaces only the last attempt if it was rejected and no node has it, after one block time, and a limited number of times", () => {
    const [one, two] = twice.attempts
    if (one === undefined || two === undefined) throw new Error("signed twice")
    const soon = { network, nowMs: nowMs + network.blockSeconds * 1_000 }
    expect(mayRaise(twice, two, soon)).toBe(true)
    expect(mayRaise(twice, two, { ...soon, nowMs })).toBe(false)
    expect(mayRaise(twice, one, soon)).toBe(false)
    expect(mayRaise({ attempts: Array.from({ length: 20 }, () => two) }, two, soon)).toBe(false)
  })

  it("records each obstacle of an approved withdrawal once, after a delay", () => {
    const later = new Date(nowMs + DELAY_MS).toISOString()
    const delayed = (state: Open, time: string) => Result.getOrThrow(noteDelayed("coins", time)(state))
    expect(delayed(phase("approved"), at)).toEqual([])
    const [fact] = delayed(phase("approved"), later)
    if (fact === undefined) throw new Error("not delayed")
    const waits = history(approved, fact)
    expect(delayed(waits, later)).toEqual([])
    // Alternating obstacles are not recorded again.
    expect(Result.getOrThrow(noteDelayed("fee", later)(waits))).toEqual([])
    const latest = new Date(nowMs + 2 * DELAY_MS).toISOString()
    const fee = Result.getOrThrow(noteDelayed("fee", latest)(waits))
    expect(fee).toHaveLength(1)
    const swung = history(approved, fact, ...fee)
    for (const waitsFor of ["coins", "fee"] as const)
      expect(Result.getOrThrow(noteDelayed(waitsFor, latest)(swung))).toEqual([])
    expect(delayed(history(approved, fact, built()), later)).toEqual([])
    expect(nextAction(waits, nowMs, false)).toBe("build")
    expect(Result.isSuccess(cancel({ personId: ANNA }, at)(waits))).toBe(true)
  })

  it("does not raise the fee if the chain has no replace-by-fee", () => {
    const check = { network, nowMs: LATER, replacesByFee: false }
    expect(decideFromChain(phase("seen"), [waiting], check)._tag).toBe("Nothing")
  })

  const confirmed = { _tag: "wallet.WithdrawalConfirmed.v1", ...about, txid: "one", fee: "1000", height: 7 } as const
  const arrived = history(approved, built(), signed("one"), broadcast, seen, built("2"), signed("two"), confirmed)

  it.each<[string, ReadonlyArray<TransactionStatus>, string]>([
    ["where it was", [mined(3), lost("one", 3)], "Nothing"],
    ["too deep for anything to undo it", [mined(network.windowBlocks), lost("one", 3)], "Deep"],
    ["waiting once more", [waiting, lost("one", 0)], "Nothing"],
    ["thrown out", [absent, absent], "Rebroadcast"],
    ["by another one that was mined just now", [lost("two", 1), mined(1)], "Nothing"],
    ["by another one after all", [lost("two", 2), mined(2)], "Confirmed"],
    ["by another one that nothing can undo, and does not know yet", [absent, mined(network.windowBlocks)], "Confirmed"],
    ["replaced by another one that waits", [absent, waiting], "Nothing"],
    ["thrown out, with coins that are lost", [lost("x", 6), lost("x", 6)], "Failed"],
    ["thrown out, with coins that were lost just now", [lost("x", 5), lost("x", 5)], "Nothing"],
  ])("finds one that had arrived %s", (_, statuses, tag) => {
    const found = decideAfterConfirm(arrived, statuses, network)
    expect(found._tag).toBe(tag)
    if (found._tag === "Rebroadcast") expect(found.attempt.txid).toBe("one")
    if (found._tag === "Confirmed") expect(found.attempt.txid).toBe("two")
  })

  it("broadcasts another attempt if the confirmed one lost an input that this one does not need", () => {
    const found = decideAfterConfirm(arrived, [lost("x", 6), absent], network)
    expect(found._tag === "Rebroadcast" && found.attempt.txid).toBe("two")
  })
})
