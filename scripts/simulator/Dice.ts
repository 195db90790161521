import { randomFrom } from "../../core/kernel/testing/torture/random.ts"

/** Random choices of a world, determined by its seed alone. */
export class Dice {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  /** An integer below `count`. */
  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  /** An integer from `least` to `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  pick<A>(from: ReadonlyArray<A>): A {
    const found = from[this.below(from.length)]
    if (found === undefined) throw new Error("nothing to pick from")
    return found
  }

  /** One of several things, chosen by weight. */
  weighed<A extends { readonly weight: number }>(from: ReadonlyArray<A>): A {
    let left = this.#random() * from.reduce((sum, { weight }) => sum + weight, 0)
    for (const one of from) {
      left -= one.weight
      if (left < 0) return one
    }
    return this.pick(from)
  }

  /** Units from one to `most`, log-uniform: small amounts are as likely as large ones. */
  units(most: bigint): bigint {
    const digits = this.between(1, String(most).length)
    const drawn = BigInt(this.between(1, 999_999)) * 10n ** BigInt(Math.max(0, digits - 6))
    return (drawn % most) + 1n
  }

  /** This many random bytes in hexadecimal. */
  hex(bytes: number): string {
    return Array.from({ length: bytes }, () => this.below(256).toString(16).padStart(2, "0")).join("")
  }

  id(): string {
    const part = () => this.below(0x10000).toString(16).padStart(4, "0")
    return `${part()}${part()}-${part()}-7${part().slice(1)}-8${part().slice(1)}-${part()}${part()}${part()}`
  }
}
