import fc from "fast-check"

/** Relative frequency of each operation. Those that exclude people are rarer than those that admit them. */
const WEIGHTS = {
  ...{ say: 12, read: 4, edit: 2, remove: 1 },
  ...{ go: 1, reload: 1, show: 2 },
  ...{ leave: 1, join: 2, accept: 1, block: 1, unblock: 2, ban: 1, unban: 2, revoke: 1, grant: 2 },
} as const
export type Kind = keyof typeof WEIGHTS

/** Choices are resolved against what exists at execution. */
const CHOICES_MAX = 1_000
const choice = fc.nat(CHOICES_MAX)

const operation = fc.record({
  kind: fc.oneof(
    ...Object.entries(WEIGHTS).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) })),
  ),
  by: choice,
  room: choice,
  tab: choice,
  which: choice,
})
export type Operation = typeof operation extends fc.Arbitrary<infer A> ? A : never

/** The operations of one world. */
export const operations = (countMax: number): fc.Arbitrary<ReadonlyArray<Operation>> =>
  fc.array(operation, { minLength: 1, maxLength: countMax, size: "max" })

export const pickByIndex = <A>(all: ReadonlyArray<A>, choice: number): A => {
  const found = all[choice % all.length]
  if (found === undefined) throw new Error("there is nothing to choose")
  return found
}
