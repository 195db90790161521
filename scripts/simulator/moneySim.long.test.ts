import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { testDatabase } from "#testing"
import { root } from "../run/root.ts"
import { bundleChild } from "./bundleChild.ts"
import { playWorld } from "./playWorld.ts"
import { killsOf } from "./WorldReport.ts"

const SEED = Number(process.env["MONEY_SIM_SEED"] ?? 20_261_127)
const PEOPLE = 4
const OPERATIONS = Number(process.env["MONEY_SIM_OPS"] ?? 300)

it(`keeps every unit, answer and event right while chains go back and what carries it ends (seed ${SEED})`, async () => {
  const [db, directory] = await Promise.all([testDatabase(), mkdtemp(join(root, ".quire", "money-sim-"))])
  try {
    const program = await bundleChild(directory)
    const world = { url: db.url, seed: SEED, operations: OPERATIONS, kills: 4, people: PEOPLE, program }
    const report = await playWorld(world)
    expect(report.operations).toBeGreaterThanOrEqual(OPERATIONS)
    expect(killsOf(report)).toBeGreaterThan(0)
    expect(report.figures["withdrawals_confirmed"]).toBeGreaterThan(0)
    expect(report.figures["charges"]).toBeGreaterThan(0)
    expect(report.figures["double_charges"]).toBe(0)
  } finally {
    await Promise.all([db.drop(), rm(directory, { recursive: true })])
  }
})
