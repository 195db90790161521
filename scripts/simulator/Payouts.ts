import { type Asset, available, type Operation, type Outpoint } from "./Operation.ts"

/** A fact about a withdrawal, reported by a worker. */
export type PayoutFact = {
  readonly position: number
  readonly type:
    | "Approved"
    | "Built"
    | "HeldBack"
    | "Signed"
    | "Broadcast"
    | "Seen"
    | "Confirmed"
    | "Failed"
    /** By a chain that has reversed a deposit. */
    | "Cancelled"
  readonly withdrawalId: string
  readonly atMs: number
  readonly fee: bigint
  readonly txid: string | null
  readonly raw: string
  readonly inputs: ReadonlyArray<Outpoint>
  readonly isSent: boolean
  /** The part of a higher fee that the person no longer had, as the product reports it. */
  readonly missing: bigint
}

type Attempt = {
  readonly txid: string
  readonly raw: string
  readonly fee: bigint
  readonly inputs: ReadonlyArray<Outpoint>
}

export type Payout = {
  readonly id: string
  readonly person: string
  readonly asset: Asset
  readonly amount: bigint
  readonly feeMax: bigint
  readonly script: string
  readonly internalRecipientId: string | null
  readonly requestedMs: number
  readonly needed: number
  readonly approvedBy: ReadonlyArray<string>
  readonly phase: string
  /** Coins of the transaction that is built but not signed. */
  readonly inputs: ReadonlyArray<Outpoint> | null
  readonly attempts: ReadonlyArray<Attempt>
  /** The network fee once confirmed, the transaction that paid it, and the part that the person could not pay. */
  readonly paidFee: bigint
  readonly paidBy: string | null
  readonly missing: bigint
}

/** A withdrawal address of a person. */
export type Entry = {
  readonly entryId: string
  readonly person: string
  readonly asset: Asset
  readonly address: string
  readonly script: string
  /** The simulated person who owns the address. */
  readonly internalRecipientId: string | null
}

/** The withdrawal rules of a world, set at its beginning. */
export const RULES = {
  minimum: 10_000n,
  personDaily: 300_000_000n,
  allDaily: 2_000_000_000n,
  approvalThreshold: 50_000_000n,
  inFlightMax: 1_000_000_000n,
  coolingSeconds: 60,
  approvals: 2,
  unsignedMost: 20,
  feeLeast: 4_000n,
  feeMost: 4_000_000n,
} as const

/** The network fees shown to users: the fee rate of a demo chain never changes. Litecoin's is above the minimum. */
export const QUOTES: Readonly<Record<Asset, bigint>> = { 1: 4_000n, 2: 4_000n, 3: 6_100n }

const DAY_MS = 86_400_000
const ENDED: ReadonlySet<string> = new Set(["confirmed", "cancelled", "failed"])
export const hasEnded = ({ phase }: Payout): boolean => ENDED.has(phase)

/** No transaction of it was ever signed, so it can be cancelled. */
const isUnsigned = ({ phase, attempts }: Payout): boolean =>
  attempts.length === 0 && ["requested", "approved", "built"].includes(phase)

type Withdraw = Extract<Operation, { kind: "withdraw" }>
type Cancel = Extract<Operation, { kind: "cancel" }>
type Approve = Extract<Operation, { kind: "approve" }>

/** Changes caused by withdrawals: balances, holds and expected numbers of events. */
type Sums = {
  spending(person: string, asset: Asset, amount: bigint): string | null
  takeable(person: string, asset: Asset): bigint
  move(account: string, amount: bigint): void
  hold(account: string, amount: bigint): void
  happened(type: string): void
  onUndo(undo: () => void): void
}

/** The auditor's books of withdrawals: their owners, amounts and phases, and their effect on balances. */
export class Payouts {
  readonly all = new Map<string, Payout>()
  readonly entries = new Map<string, Entry>()
  readonly stopped = new Set<Asset | null>()
  /** Chains that do not answer. */
  away: ReadonlySet<Asset> = new Set()
  readonly #books: Sums

  constructor(books: Sums) {
    this.#books = books
  }

  isStopped(asset: Asset): boolean {
    return this.stopped.has(null) || this.stopped.has(asset)
  }

  /** Stops payouts of an asset, which may be stopped already. */
  stop(asset: Asset): void {
    if (this.stopped.has(asset)) return
    this.stopped.add(asset)
    this.#books.onUndo(() => this.stopped.delete(asset))
  }

  open(asset: Asset): ReadonlyArray<Payout> {
    return [...this.all.values()].filter((payout) => payout.asset === asset && !hasEnded(payout))
  }

  request({ person, asset, entryId, address, ...requested }: Withdraw, id: string, atMs: number): string | null {
    const entry = this.entries.get(entryId)
    const [amount, fee] = [BigInt(requested.amount), BigInt(requested.fee)]
    if (entry?.person !== person || entry.asset !== asset || entry.address !== address) return "AddressEntryNotFound"
    if (this.away.has(asset) || this.isStopped(asset)) return "WithdrawalsOff"
    if (amount < RULES.minimum || fee > RULES.feeMost) return "UnfitWithdrawal"
    if (fee < QUOTES[asset]) return "FeeMoved"
    const unsigned = this.open(asset).filter((each) => each.person === person && isUnsigned(each))
    if (unsigned.length >= RULES.unsignedMost) return "TooManyUnsigned"
    const refusal = this.#books.spending(person, asset, amount + fee)
    if (refusal !== null) return refusal
    const today = [...this.all.values()].filter(
      (each) =>
        each.asset === asset &&
        each.requestedMs > atMs - DAY_MS &&
        each.phase !== "cancelled" &&
        each.phase !== "failed",
    )
    const sum = (of: ReadonlyArray<Payout>) => of.reduce((total, each) => total + each.amount, amount)
    const own = today.filter((each) => each.person === person)
    if (sum(own) > RULES.personDaily || sum(today) > RULES.allDaily) return "DailyLimit"
    this.#books.hold(available(person, asset), amount + fee)
    this.#books.happened("ledger.HoldPlaced.v1")
    this.#books.happened("wallet.WithdrawalRequested.v1")
    const { script, internalRecipientId } = entry
    const needed = sum(own) < RULES.approvalThreshold ? 0 : RULES.approvals
    const started = {
      approvedBy: [],
      phase: "requested",
      inputs: null,
      attempts: [],
      paidFee: 0n,
      paidBy: null,
      missing: 0n,
    }
    this.#put({
      ...started,
      id,
      person,
      asset,
      amount,
      feeMax: fee,
      script,
      internalRecipientId,
      requestedMs: atMs,
      needed,
    })
    return null
  }

  cancel({ withdrawalId, person }: Cancel): string | null {
    const payout = this.all.get(withdrawalId)
    if (payout === undefined || (person !== null && person !== payout.person)) return "NoWithdrawal"
    return this.#giveUp(payout) ? null : "TooLate"
  }

  #giveUp(payout: Payout): boolean {
    if (!isUnsigned(payout)) return false
    this.#letGo(payout)
    this.#books.happened("ledger.HoldVoided.v1")
    this.#books.happened("wallet.WithdrawalCancelled.v1")
    return this.#put({ ...payout, phase: "cancelled", inputs: null })
  }

  approve({ withdrawalId, operator }: Approve): string | null {
    const payout = this.all.get(withdrawalId)
    if (payout === undefined) return "NoWithdrawal"
    if (payout.phase !== "requested") return "TooLate"
    if (payout.approvedBy.includes(operator)) return "AlreadyApproved"
    this.#books.happened("wallet.ApprovalGiven.v1")
    this.#put({ ...payout, approvedBy: [...payout.approvedBy, operator] })
    return null
  }

  accepts(fact: PayoutFact, isAlone: boolean): boolean {
    const payout = this.all.get(fact.withdrawalId)
    if (payout === undefined) return false
    const { phase, attempts, amount, feeMax, asset, internalRecipientId } = payout
    const isStopped = this.isStopped(asset)
    switch (fact.type) {
      case "Approved": {
        const isDue = fact.atMs >= payout.requestedMs + RULES.coolingSeconds * 1_000
        if (phase !== "requested" || !isDue || payout.approvedBy.length < payout.needed) return false
        return this.#put({ ...payout, phase: "approved" })
      }
      case "Built": {
        const isFirst = phase === "approved" && attempts.length === 0 && internalRecipientId === null
        const isNext = attempts.length > 0 && ["signed", "broadcast", "seen"].includes(phase)
        const inputs = new Set(fact.inputs.map(keyOf))
        const spendsTheSame = attempts.every((each) => each.inputs.every((input) => inputs.has(keyOf(input))))
        if (isStopped || !(isFirst || isNext) || fact.fee > mostOf(feeMax) || !spendsTheSame) return false
        if (this.#isTaken(inputs, payout)) return false
        return this.#put({ ...payout, phase: "built", inputs: fact.inputs })
      }
      case "HeldBack": {
        if (fact.isSent !== attempts.length > 0) return false
        if (fact.isSent) return this.#put({ ...payout, phase: "broadcast", inputs: null })
        const needed = payout.needed === 0 ? 1 : payout.needed
        return this.#put({ ...payout, phase: "requested", inputs: null, approvedBy: [], needed })
      }
      case "Signed": {
        if (isStopped || phase !== "built" || payout.inputs === null || fact.txid === null || fact.fee > mostOf(feeMax))
          return false
        const last = attempts.at(-1)
        this.#sent(asset, last === undefined ? amount : 0n, fact.fee - (last?.fee ?? 0n))
        const attempt = { txid: fact.txid, raw: fact.raw, fee: fact.fee, inputs: payout.inputs }
        return this.#put({ ...payout, phase: "signed", inputs: null, attempts: [...attempts, attempt] })
      }
      case "Broadcast":
        if (isStopped || phase !== "signed" || fact.txid !== attempts.at(-1)?.txid) return false
        return this.#put({ ...payout, phase: "broadcast" })
      case "Seen":
        if (!attempts.some(({ txid }) => txid === fact.txid)) return false
        // Its replacement was refused.
        if (phase !== "broadcast" && !(phase === "signed" && fact.txid !== attempts.at(-1)?.txid)) return false
        return this.#put({ ...payout, phase: "seen" })
      case "Confirmed":
        if (internalRecipientId !== null) return this.#settle(payout, internalRecipientId, isStopped)
        return phase === "confirmed" ? this.#confirmAnew(payout, fact, isAlone) : this.#confirm(payout, fact)
      case "Failed":
        return this.#fail(payout)
      case "Cancelled":
        return this.#giveUp(payout)
    }
  }

  #confirm(payout: Payout, { txid, fee }: PayoutFact): boolean {
    const { person, asset, amount, attempts, phase, feeMax } = payout
    const winner = attempts.find((each) => each.txid === txid)
    if (hasEnded(payout) || phase === "requested" || winner?.fee !== fee) return false
    const spared = (attempts.at(-1)?.fee ?? fee) - fee
    this.#letGo(payout)
    const own = ownOf(fee, feeMax)
    this.#books.move(available(person, asset), -(amount + own))
    this.#books.move(`out:${asset}:`, amount)
    this.#books.move(`network:${asset}:`, fee + spared)
    this.#books.move(`fees:${asset}:`, own - fee)
    this.#books.move(`custody:${asset}:`, -spared)
    this.#books.happened("ledger.HoldPosted.v1")
    if (spared !== 0n || own !== fee) this.#books.happened("ledger.Transferred.v1")
    return this.#put({ ...payout, phase: "confirmed", inputs: null, paidFee: fee, paidBy: txid })
  }

  /** A chain has replaced the transaction by which it had arrived with another of its transactions. */
  #confirmAnew(payout: Payout, { txid, fee, missing }: PayoutFact, isAlone: boolean): boolean {
    const { person, asset, attempts, paidBy, paidFee, feeMax } = payout
    const winner = attempts.find((each) => each.txid === txid)
    if (txid === paidBy || winner?.fee !== fee || missing < 0n) return false
    const [own, ownBefore] = [ownOf(fee, feeMax), ownOf(paidFee, feeMax)]
    const due = own - (ownBefore - payout.missing)
    const taken = due - missing
    const free = this.#books.takeable(person, asset)
    // A refund has no missing part. Reading and debiting are separate steps, with other bookings in between.
    if (due <= 0n ? missing > 0n : taken < 0n || taken > free) return false
    if (isAlone && missing > 0n && taken !== free) return false
    this.#books.move(available(person, asset), -taken)
    this.#books.move(`suspense:${asset}:`, payout.missing - missing)
    this.#books.move(`fees:${asset}:`, paidFee - ownBefore - (fee - own))
    this.#books.move(`custody:${asset}:`, fee - paidFee)
    if (fee !== paidFee || missing !== payout.missing) this.#books.happened("ledger.Transferred.v1")
    return this.#put({ ...payout, paidFee: fee, paidBy: txid, missing })
  }

  /** To a simulated person, within the books. */
  #settle(payout: Payout, internalRecipientId: string, isStopped: boolean): boolean {
    if (isStopped || payout.phase !== "approved") return false
    const { person, asset, amount } = payout
    this.#letGo(payout)
    this.#books.move(available(person, asset), -amount)
    this.#books.move(available(internalRecipientId, asset), amount)
    this.#books.happened("ledger.HoldPosted.v1")
    return this.#put({ ...payout, phase: "confirmed" })
  }

  #fail(payout: Payout): boolean {
    const { person, asset, amount, attempts, phase, paidFee, missing, feeMax } = payout
    const last = attempts.at(-1)
    if (last === undefined || phase === "cancelled" || phase === "failed") return false
    this.#books.happened("ledger.Transferred.v1")
    if (phase === "confirmed") {
      // It had arrived, and the chain reversed that: the person gets it back.
      const own = ownOf(paidFee, feeMax)
      this.#books.move(available(person, asset), amount + own - missing)
      this.#books.move(`fees:${asset}:`, paidFee - own)
      this.#books.move(`suspense:${asset}:`, missing)
      this.#books.move(`custody:${asset}:`, -(amount + paidFee))
    } else {
      this.#letGo(payout)
      this.#books.happened("ledger.HoldVoided.v1")
      this.#sent(asset, -amount, -last.fee)
    }
    return this.#put({ ...payout, phase: "failed", inputs: null })
  }

  #sent(asset: Asset, amount: bigint, fee: bigint): void {
    this.#books.move(`custody:${asset}:`, amount + fee)
    this.#books.move(`out:${asset}:`, -amount)
    this.#books.move(`network:${asset}:`, -fee)
    if (amount > 0n || fee > 0n) this.#books.happened("ledger.Transferred.v1")
  }

  #letGo({ person, asset, amount, feeMax }: Payout): void {
    this.#books.hold(available(person, asset), -(amount + feeMax))
  }

  #isTaken(inputs: ReadonlySet<string>, { id, asset }: Payout): boolean {
    return this.open(asset).some((other) => {
      const has = other.inputs ?? other.attempts.at(-1)?.inputs ?? []
      return other.id !== id && has.some((input) => inputs.has(keyOf(input)))
    })
  }

  #put(payout: Payout): true {
    const before = this.all.get(payout.id)
    this.all.set(payout.id, payout)
    this.#books.onUndo(() => (before === undefined ? this.all.delete(payout.id) : this.all.set(payout.id, before)))
    return true
  }
}

const keyOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`
/** Returns the person's part of a fee: at most the agreed maximum. The platform pays the rest, up to its own limit. */
const ownOf = (fee: bigint, feeMax: bigint): bigint => (fee > feeMax ? feeMax : fee)
const mostOf = (feeMax: bigint): bigint => (feeMax > RULES.feeMost ? feeMax : RULES.feeMost)
