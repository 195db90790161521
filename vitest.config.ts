import { defineConfig } from "vitest/config"

const database = "./scripts/testing/globalSetup.ts"
const never = ["**/node_modules/**", "**/dist/**", "**/.quire/**", "scripts/check/fixtures/**"]

/** Three kinds of test by what they cost: `unit` needs nothing, `int` a PostgreSQL, `e2e` the whole product and a browser. */
export default defineConfig({
  test: {
    // Tests mostly wait for processes and browsers: three files at once keep a small machine busy.
    maxWorkers: 3,
    // What is polled for comes through several processes of a machine that is busy with tests.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...never, "**/*.int.test.ts", "**/*.e2e.test.ts"],
          // Some read whole corpora; more files at once than processors make them wait, not wrong.
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "int",
          include: ["**/*.int.test.ts"],
          exclude: never,
          globalSetup: [database],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.test.ts"],
          exclude: never,
          globalSetup: [database],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
