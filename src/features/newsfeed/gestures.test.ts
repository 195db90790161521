import { describe, expect, it } from "vitest"
import { directionOf, pullOf, startsAtEdge, swipeOf } from "./gestures.ts"

describe("a touch", () => {
  it.each([
    [0, 0, undefined],
    [9, -9, undefined],
    [20, 5, "right"],
    [-20, 5, "left"],
    [20, 20, "other"],
    [5, 20, "down"],
    [5, -20, "other"],
  ] as const)("moved by %d, %d has the direction %s", (across, down, direction) => {
    expect(directionOf(across, down)).toBe(direction)
  })

  it("belongs to the browser at the edges of the screen", () => {
    expect([0, 23, 24, 351, 352].map((x) => startsAtEdge(x, 375))).toEqual([true, true, false, false, true])
  })
})

describe("a swipe", () => {
  it("moves the item with the finger and acts from a third of its width", () => {
    expect(swipeOf(50, 1, 300)).toEqual({ offsetPx: 50, isArmed: false })
    expect(swipeOf(90, 1, 300)).toEqual({ offsetPx: 90, isArmed: true })
    expect(swipeOf(-90, -1, 300)).toEqual({ offsetPx: -90, isArmed: true })
  })

  it("meets resistance beyond that, and needs no more than 120 px on wide screens", () => {
    expect(swipeOf(190, 1, 300)).toEqual({ offsetPx: 115, isArmed: true })
    expect(swipeOf(120, 1, 900)).toEqual({ offsetPx: 120, isArmed: true })
  })

  it("does not move the item to the other side", () => {
    expect(swipeOf(-50, 1, 300)).toEqual({ offsetPx: 0, isArmed: false })
    expect(swipeOf(50, -1, 300)).toEqual({ offsetPx: 0, isArmed: false })
  })
})

describe("a pull", () => {
  it("follows at half the speed of the finger, to a limit, and refreshes from 64 px", () => {
    expect([-20, 100, 128, 500].map(pullOf)).toEqual([
      { offsetPx: 0, isArmed: false },
      { offsetPx: 50, isArmed: false },
      { offsetPx: 64, isArmed: true },
      { offsetPx: 96, isArmed: true },
    ])
  })
})
