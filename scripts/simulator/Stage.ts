import type { Books } from "./Books.ts"
import type { ChainWitness } from "./ChainWitness.ts"
import type { Dice } from "./Dice.ts"
import type { Asset, OperationRequest } from "./Operation.ts"
import type { PayoutWitness } from "./PayoutWitness.ts"

/** Commands that may be repeated later. */
const REMEMBERED_MAX = 4_000

const EARLY: ReadonlySet<string> = new Set(["requested", "approved", "built"])

export const ASSETS: ReadonlyArray<Asset> = [1, 2, 3]

/** The state that operations are drawn from: persons, time, and previous operations. */
export class Stage {
  readonly dice: Dice
  readonly books: Books
  readonly witness: ChainWitness
  readonly payments: PayoutWitness
  readonly people: ReadonlyArray<string>
  /** Addresses assigned to persons, by asset. */
  readonly scripts = new Map<Asset, Array<string>>()
  /** Scripts of our change, by asset. */
  change: ReadonlyMap<Asset, string> = new Map()
  readonly requested: Array<OperationRequest> = []
  /** Commands on rules, which may be repeated later. */
  readonly agreed: Array<OperationRequest> = []
  /** Dollars a coin. */
  readonly rate = { mid: 40_000 }
  /** When a creator left last: no clock is set back over that, because a return could not be distinguished from a departure. */
  leftMs = 0
  readonly away = new Set<Asset>()
  atMs = Date.UTC(2026, 10, 22)

  constructor(dice: Dice, books: Books, witness: ChainWitness, payments: PayoutWitness, people: number) {
    this.dice = dice
    this.books = books
    this.witness = witness
    this.payments = payments
    books.payouts.away = this.away
    this.people = Array.from({ length: people }, () => dice.id())
  }

  /** Time advances by seconds, sometimes by days, and sometimes a clock is set back. */
  tick(): void {
    const { dice } = this
    const jump = dice.below(50)
    if (jump === 0) this.atMs += dice.between(1, 40) * 3_600_000
    else if (jump === 1) this.atMs = Math.max(this.leftMs, this.atMs - dice.between(1, 90) * 1_000)
    else this.atMs += dice.between(1, 5_000)
  }

  remember(requests: OperationRequest): void {
    this.requested.push(requests)
    if (this.requested.length > REMEMBERED_MAX) this.requested.splice(0, REMEMBERED_MAX / 2)
  }

  /** Returns recently requested withdrawals, most of them open; sometimes one that never existed. */
  somePayout(): string | null {
    const ids = [...this.books.payouts.all.keys()].slice(-40)
    if (ids.length === 0) return null
    if (this.dice.chance(0.02)) return this.dice.id()
    const early = ids.filter((id) => EARLY.has(this.books.payouts.all.get(id)?.phase ?? ""))
    return early.length > 0 && this.dice.chance(0.8) ? this.dice.pick(early) : this.dice.pick(ids)
  }

  /** Recently placed holds, most of them open. */
  someHold(): string | null {
    const ids = [...this.books.holds.keys()].slice(-60)
    const open = ids.filter((id) => this.books.holds.get(id)?.isOpen)
    if (ids.length === 0) return null
    return open.length > 0 && this.dice.chance(0.85) ? this.dice.pick(open) : this.dice.pick(ids)
  }
}
