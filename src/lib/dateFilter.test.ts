import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type DateFilter, filterByDate } from "./dateFilter.ts"

const items = [10, 20, 30, 40].map((updated) => ({ updated }))
const times = (filter: DateFilter) => filterByDate(items, filter).map(({ updated }) => updated)

describe("[S5-030] the date filter", () => {
  it.each<[string, DateFilter, ReadonlyArray<number>]>([
    ["no bounds let all through", {}, [10, 20, 30, 40]],
    ["both bounds are included", { start: 20, end: 30 }, [20, 30]],
    ["a start alone", { start: 30 }, [30, 40]],
    ["an end alone", { end: 20 }, [10, 20]],
    ["mode 0 is the rule", { start: 20, end: 30, mode: 0 }, [20, 30]],
    ["mode 1 ignores the upper bound", { start: 20, end: 30, mode: 1 }, [20, 30, 40]],
    ["mode 1 without a start lets all through", { end: 10, mode: 1 }, [10, 20, 30, 40]],
    ["an end before the start lets none through", { start: 30, end: 20 }, []],
  ])("%s", (_, filter, left) => expect(times(filter)).toEqual(left))

  it("returns any items between start and end, in their order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer()),
        fc.integer(),
        fc.integer(),
        fc.constantFrom(0, 1),
        (all, start, end, mode) => {
          const given = all.map((updated) => ({ updated }))
          const expected = given.filter(({ updated }) => updated >= start && (mode === 1 || updated <= end))
          expect(filterByDate(given, { start, end, mode: mode === 1 ? 1 : 0 })).toEqual(expected)
        },
      ),
    )
  })
})
