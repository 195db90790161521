import { defineConfig } from "vitest/config"

const database = "./scripts/testing/globalSetup.ts"
/** After the database, because the product is started on it. */
const product = "./scripts/testing/sharedProduct.ts"
/** Tests of browser code, which install fake browser globals in the process. */
const islands = "src/{features,lib}/**/*.test.{ts,tsx}"
/** Tests of demo content and of benches, run on request: `npm test -- --project demo`. */
const onRequest = "scripts/{demo,bench}/**/*.test.ts"
/** Tests that kill processes for a while or play many random worlds: `npm test -- --project long`, which CI runs too. */
const long = "**/*.long.test.ts"
/**
 * Long walks, and repetitions of a walk in another language or without scripts, which share the product of the other
 * browser tests. `npm test` leaves them out unless a file is named; CI runs them.
 */
const tags = [{ name: "long", description: "a long walk, or a walk once more under other conditions" }]
/** Browser tests whose product becomes the fixture of the upgrade test: `UPGRADE=accept npm test --
 * --project e2e --tags-filter='!long'`. */
const fillUpgrade = [
  "e2e/{accountFollows,feedsGroups,savedItems}.e2e.test.ts",
  "e2e/{chatMessages,comments,creators,newsletters,posts,reportedChannel,subscriptions}.e2e.test.ts",
  "e2e/{consoleSystem,identity,tickets}.e2e.test.ts",
]
const never = ["**/node_modules/**", "**/dist/**", "**/.quire/**", "scripts/check/fixtures/**"]

/**
 * Kinds of test by their requirements: `unit` (and `islands`) none, `int` a PostgreSQL, `e2e` the whole product and a
 * browser. `long` tests have the requirements of `int`, or start a product of their own.
 */
export default defineConfig({
  test: {
    // Tests mostly wait for processes and browsers: four files at once keep a small machine busy.
    maxWorkers: 4,
    // Files in one worker share imported modules: loading them per file took a third of the CPU time. A file must
    // restore what it changed in the process.
    isolate: false,
    // Polled conditions depend on several processes of a machine that is busy with tests.
    expect: { poll: { timeout: 15_000 } },
    tags,
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...never, islands, onRequest, long, "**/*.int.test.ts", "**/*.e2e.test.ts"],
          // Some tests parse whole corpora. More concurrent files than processors make them slow, not wrong.
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { name: "demo", include: [onRequest], exclude: never, testTimeout: 30_000, sequence: { groupOrder: 0 } },
      },
      { test: { name: "islands", include: [islands], exclude: never, isolate: true, sequence: { groupOrder: 0 } } },
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
          include: process.env["UPGRADE"] === "accept" ? fillUpgrade : ["e2e/**/*.e2e.test.ts"],
          exclude: never,
          globalSetup: [database, product],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A browser test that passes on a retry is reported as flaky in the last lines of the run.
          retry: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "long",
          include: [long],
          exclude: never,
          globalSetup: [database],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
