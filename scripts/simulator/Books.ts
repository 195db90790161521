import { type Answer, type Asset, available, type Operation, type OperationRequest } from "./Operation.ts"
import { type PayoutFact, Payouts } from "./Payouts.ts"

/** A transfer of a subscription, as the log shows it: a charge, a payday, or a refund. */
export type BookedTransfer = {
  readonly position: number
  readonly purpose: "subscription" | "payout" | "refund"
  readonly reference: string
  readonly entries: ReadonlyArray<{ readonly account: string; readonly amount: bigint }>
}

/** A change that the chain watcher made to the books. */
export type ChainMove = {
  readonly kind: "credited" | "reversed"
  readonly owner: string
  readonly asset: Asset
  readonly amount: bigint
  readonly deposit: string
  /** The part that the owner no longer had, as the product reports it. */
  readonly missing: bigint
  /** The part that is not credited again, because the owner already had it, as the product reports it. */
  readonly owed: bigint
  /** Position in the log. */
  readonly position: number
}

type OpenHold = { person: string; asset: Asset; amount: bigint; expiresAtMs: number | null; isOpen: boolean }
type Command = { readonly words: string; position: number | null }

const DUST = 1_000n
const MESSAGE_MAX = 200
const COIN = 10n ** 8n
/** The most that a charge costs in dollars: twelve periods of the highest fee, with all premium seats. */
const CHARGE_MAX = 12n * (40n + 4n * 5n)
const ASSET_IDS: ReadonlyArray<Asset> = [1, 2, 3]

/**
 * The auditor's own books: plain sums computed from the operations in sequence, independent of the product. Every
 * change can be undone, so that orders can be tried.
 */
export class Books {
  readonly posted = new Map<string, bigint>()
  readonly held = new Map<string, bigint>()
  readonly frozen = new Set<string>()
  readonly holds = new Map<string, OpenHold>()
  readonly commands = new Map<string, Command>()
  /** Expected number of ledger events in the log, by type. */
  readonly events = new Map<string, number>()
  readonly payouts = new Payouts(this)
  /** What the owner of a reversed deposit no longer had, until the deposit is credited again. */
  readonly #missing = new Map<string, bigint>()
  readonly #undo: Array<() => void> = []

  mark(): number {
    return this.#undo.length
  }

  undoTo(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()?.()
  }

  /** Discards the undo history. */
  settle(): void {
    this.#undo.length = 0
  }

  free(person: string, asset: Asset): bigint {
    const account = available(person, asset)
    return (this.posted.get(account) ?? 0n) - (this.held.get(account) ?? 0n)
  }

  /** Whether this answer is correct in the current state. If so, applies it. */
  allows({ operation, commandId, atMs }: OperationRequest, answer: Answer, tries: number): boolean {
    if (operation.kind === "subscribe" || operation.kind === "buyGift") return this.#refuses(operation, answer)
    const unfit = refusedAnyway(operation)
    if (unfit !== null) return answer.tag === unfit
    const words = JSON.stringify(operation)
    const known = this.commands.get(commandId)
    if (known !== undefined) {
      if (known.words !== words) return answer.tag === "CommandReused"
      const { position = null } = answer
      // A command without a change has no idempotency record (core/kernel/writing/jointWriter.ts): its duplicate may
      // have run concurrently and later.
      if (known.position === 0 && operation.kind === "expire" && answer.tag === "HoldClosed")
        return this.holds.get(operation.holdId)?.isOpen === false
      if (answer.tag !== "Done" || (tellsRepeats(operation) && answer.repeated !== true)) return false
      if (known.position !== null && position !== known.position) return false
      return true
    }
    const before = this.mark()
    const refusal = this.#book(operation, commandId, atMs)
    if (refusal !== null) return answer.tag === refusal
    // A command without a change says so and has no position in the log.
    if ((answer.position === 0) !== (this.mark() === before)) return false
    if (answer.tag !== "Done" || (answer.repeated === true && tries === 1)) return false
    this.commands.set(commandId, { words, position: answer.position ?? null })
    this.#undo.push(() => this.commands.delete(commandId))
    return true
  }

  /** Whether a charge can have been refused in the current state: what it costs depends on the rule, but has a limit. */
  #refuses({ person, rate }: Extract<Operation, { kind: "subscribe" | "buyGift" }>, { tag }: Answer): boolean {
    if (tag === "Frozen") return this.frozen.has(person)
    const most = (CHARGE_MAX * COIN) / BigInt(rate) + 1n
    return ASSET_IDS.some((asset) => this.free(person, asset) < most)
  }

  /**
   * Whether the chain can have made this change in the current state. If so, applies it. Alone, nothing runs
   * concurrently.
   */
  takes({ kind, owner, asset, amount, deposit, missing, owed }: ChainMove, isAlone: boolean): boolean {
    this.happened("ledger.Transferred.v1")
    if (kind === "credited") {
      // What the owner had spent before the reversal is not credited a second time.
      if (owed !== (this.#missing.get(deposit) ?? 0n)) return false
      this.#miss(deposit, 0n)
      this.move(available(owner, asset), amount - owed)
      this.move(`suspense:${asset}:`, owed)
      this.move(`custody:${asset}:`, -amount)
      return true
    }
    const free = this.takeable(owner, asset)
    const most = free < amount ? free : amount
    const taken = amount - missing
    // Reading and debiting are separate steps, with other bookings in between.
    if (taken > most || (isAlone && taken !== most) || missing < 0n) return false
    this.move(available(owner, asset), -taken)
    this.#miss(deposit, missing)
    // The deficit exceeds the balance: payouts wait for an operator's review.
    if (missing > 0n) this.payouts.stop(asset)
    this.move(`suspense:${asset}:`, -missing)
    this.move(`custody:${asset}:`, amount)
    return true
  }

  #miss(deposit: string, missing: bigint): void {
    const before = this.#missing.get(deposit) ?? 0n
    this.#missing.set(deposit, missing)
    this.#undo.push(() => this.#missing.set(deposit, before))
  }

  /** Whether this payout fact is possible in the current state. If so, applies it. */
  accepts(fact: PayoutFact, isAlone: boolean): boolean {
    return this.payouts.accepts(fact, isAlone)
  }

  /** Whether this transfer of a subscription is possible in the current state. If so, applies it. */
  books({ purpose, entries }: BookedTransfer): boolean {
    for (const { account, amount } of entries) {
      const [kind, asset, person = ""] = account.split(":")
      // Only charges take something from people.
      if (
        kind === "available" &&
        amount < 0n &&
        (purpose !== "subscription" || this.#cannotSpend(person, asset, -amount))
      )
        return false
      if (kind !== "available" && kind !== "unearned" && kind !== "fees") return false
    }
    if (entries.reduce((sum, { amount }) => sum + amount, 0n) !== 0n) return false
    for (const { account, amount } of entries) this.move(account, amount)
    this.happened("ledger.Transferred.v1")
    return true
  }

  #cannotSpend(person: string, asset: string | undefined, amount: bigint): boolean {
    return this.spending(person, Number(asset) as Asset, amount) !== null
  }

  #book(operation: Operation, commandId: string, atMs: number): string | null {
    switch (operation.kind) {
      case "withdraw":
        return this.payouts.request(operation, commandId, atMs)
      case "cancel":
        return this.payouts.cancel(operation)
      case "approve":
        return this.payouts.approve(operation)
      case "transfer":
      case "donate": {
        const { from, to, asset } = operation
        const amount = BigInt(operation.amount)
        const fee = operation.kind === "transfer" ? BigInt(operation.fee) : 0n
        const refusal = this.spending(from, asset, amount)
        if (refusal !== null) return refusal
        this.move(available(from, asset), -amount)
        this.move(available(to, asset), amount - fee)
        this.move(`fees:${asset}:`, fee)
        this.happened("ledger.Transferred.v1")
        if (operation.kind === "donate") this.happened("wallet.Donated.v1")
        return null
      }
      case "hold": {
        const { holdId, person, asset, expiresAtMs } = operation
        const amount = BigInt(operation.amount)
        const refusal = this.spending(person, asset, amount)
        if (refusal !== null) return refusal
        this.hold(available(person, asset), amount)
        this.holds.set(holdId, { person, asset, amount, expiresAtMs, isOpen: true })
        this.#undo.push(() => this.holds.delete(holdId))
        this.happened("ledger.HoldPlaced.v1")
        return null
      }
      case "post": {
        const hold = this.holds.get(operation.holdId)
        if (!hold?.isOpen) return "HoldClosed"
        const amount = BigInt(operation.amount)
        const { person, asset } = hold
        this.#close(hold)
        this.move(available(person, asset), -amount)
        this.move(operation.to === null ? `fees:${asset}:` : available(operation.to, asset), amount)
        this.happened("ledger.HoldPosted.v1")
        return null
      }
      case "void":
      case "expire": {
        const hold = this.holds.get(operation.holdId)
        if (!hold?.isOpen) return "HoldClosed"
        if (operation.kind === "expire" && (hold.expiresAtMs === null || hold.expiresAtMs > atMs)) return null
        this.#close(hold)
        this.happened(operation.kind === "void" ? "ledger.HoldVoided.v1" : "ledger.HoldExpired.v1")
        return null
      }
      case "freeze": {
        const { person, isFrozen } = operation
        if (this.frozen.has(person) === isFrozen) return null
        const set = (is: boolean) => (is ? this.frozen.add(person) : this.frozen.delete(person))
        set(isFrozen)
        this.#undo.push(() => set(!isFrozen))
        this.happened(isFrozen ? "ledger.OwnerFrozen.v1" : "ledger.OwnerUnfrozen.v1")
        return null
      }
      default:
        return null
    }
  }

  /** Returns the reason why a person may not spend this amount now. */
  spending(person: string, asset: Asset, amount: bigint): string | null {
    if (this.free(person, asset) < amount) return "NotEnough"
    return this.frozen.has(person) ? "Frozen" : null
  }

  /** Returns the amount that can be taken back from a person: nothing from a frozen account. */
  takeable(person: string, asset: Asset): bigint {
    return this.frozen.has(person) ? 0n : this.free(person, asset)
  }

  #close(hold: OpenHold): void {
    hold.isOpen = false
    this.#undo.push(() => {
      hold.isOpen = true
    })
    this.hold(available(hold.person, hold.asset), -hold.amount)
  }

  move(account: string, amount: bigint): void {
    this.#add(this.posted, account, amount)
  }

  hold(account: string, amount: bigint): void {
    this.#add(this.held, account, amount)
  }

  /** Records how to undo a change. */
  onUndo(undo: () => void): void {
    this.#undo.push(undo)
  }

  #add(sums: Map<string, bigint>, key: string, amount: bigint): void {
    const before = sums.get(key)
    sums.set(key, (before ?? 0n) + amount)
    this.#undo.push(() => (before === undefined ? sums.delete(key) : sums.set(key, before)))
  }

  happened(type: string): void {
    const before = this.events.get(type) ?? 0
    this.events.set(type, before + 1)
    this.#undo.push(() => this.events.set(type, before))
  }
}

/** Withdrawal commands answer a repetition with the first answer. */
const tellsRepeats = ({ kind }: Operation): boolean => kind !== "withdraw" && kind !== "cancel" && kind !== "approve"

/** Returns a refusal that does not depend on the state of the books. */
const refusedAnyway = (operation: Operation): string | null => {
  if (operation.kind !== "donate") return null
  const { from, to, amount, message } = operation
  const isUnfit = from === to || BigInt(amount) < DUST || [...message.trim()].length > MESSAGE_MAX
  return isUnfit ? "InvalidDonation" : null
}
