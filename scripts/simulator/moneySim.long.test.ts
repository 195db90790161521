import { expect, it } from "vitest"
import { testDatabase } from "#testing"
import { playWorld } from "./playWorld.ts"
import { killsOf } from "./WorldReport.ts"

const SEED = Number(process.env["MONEY_SIM_SEED"] ?? 20_261_127)
const PEOPLE = 4
const OPERATIONS = Number(process.env["MONEY_SIM_OPS"] ?? 120)

it(`keeps every unit, answer and event right while chains go back and what carries it ends (seed ${SEED})`, async () => {
  const db = await testDatabase()
  try {
    const world = { url: db.url, seed: SEED, operations: OPERATIONS, kills: 4, people: PEOPLE, program: null }
    const report = await playWorld(world)
    expect(report.operations).toBeGreaterThanOrEqual(OPERATIONS)
    expect(killsOf(report)).toBeGreaterThan(0)
    expect(report.figures["withdrawals_confirmed"]).toBeGreaterThan(0)
    expect(report.figures["charges"]).toBeGreaterThan(0)
    expect(report.figures["double_charges"]).toBe(0)
  } finally {
    await db.drop()
  }
})
