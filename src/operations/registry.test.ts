import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import type { Parameter } from "#core/operations"
import { root } from "../../scripts/run/root.ts"
import { accessOf } from "../console/access.ts"
import { en } from "../console/texts/en.ts"
import { operations } from "./registry.ts"

/** Every operation, with its permission and signatures. A new one must be added here: decide who may do it. */
const DECIDED: Readonly<Record<string, readonly [permission: string, approvals: number, undo: string | null]>> = {
  "channels.startReview": ["applications.decide", 1, null],
  "channels.approveApplication": ["applications.decide", 1, null],
  "channels.rejectApplication": ["applications.decide", 1, null],
  "projections.rebuild": ["projections.operate", 1, null],
  "projections.verify": ["projections.operate", 1, null],
  "projections.switch": ["projections.operate", 1, "projections.rollback"],
  "projections.rollback": ["projections.operate", 1, null],
  "projections.pause": ["projections.operate", 1, "projections.resume"],
  "projections.resume": ["projections.operate", 1, null],
  "projections.drop": ["projections.operate", 1, null],
  "projections.retry": ["projections.operate", 1, null],
  "projections.skip": ["projections.operate", 1, null],
  "withdrawals.approve": ["withdrawals.approve", 1, null],
  "withdrawals.reject": ["withdrawals.stop", 1, null],
  "withdrawals.stop": ["withdrawals.stop", 1, "withdrawals.resume"],
  "withdrawals.resume": ["withdrawals.resume", 2, "withdrawals.stop"],
  "wallet.resumeChain": ["withdrawals.resume", 2, null],
  "wallet.freeze": ["people.freeze", 1, "wallet.unfreeze"],
  "wallet.unfreeze": ["withdrawals.resume", 2, "wallet.freeze"],
  "wallet.settle": ["withdrawals.resume", 2, null],
  "withdrawals.setRules": ["withdrawals.resume", 2, null],
  "withdrawals.setFees": ["withdrawals.resume", 2, null],
  "withdrawals.setLevel": ["withdrawals.resume", 2, null],
  "withdrawals.setCreatorLevel": ["withdrawals.resume", 2, null],
  "wallet.disableAsset": ["withdrawals.stop", 1, "wallet.enableAsset"],
  "wallet.enableAsset": ["withdrawals.resume", 2, "wallet.disableAsset"],
  "feeds.refresh": ["feeds.operate", 1, null],
  "identity.claim": ["identity.review", 0, "identity.release"],
  "identity.release": ["identity.review", 0, "identity.claim"],
  "identity.verify": ["identity.review", 1, "identity.revoke"],
  "identity.askResubmission": ["identity.review", 1, null],
  "identity.reject": ["identity.review", 1, null],
  "identity.revoke": ["identity.review", 1, null],
  "identity.preserve": ["identity.review", 1, "identity.lift"],
  "identity.lift": ["identity.review", 2, "identity.preserve"],
  "identity.shred": ["identity.review", 2, null],
  "identity.setRetention": ["identity.review", 2, null],
  "flags.set": ["flags.set", 1, "flags.reset"],
  "flags.reset": ["flags.set", 1, null],
  "releases.choose": ["releases.choose", 2, "releases.rollBack"],
  "releases.rollBack": ["releases.choose", 1, null],
  "moderation.claim": ["reports.decide", 1, "moderation.release"],
  "moderation.release": ["reports.decide", 1, "moderation.claim"],
  "moderation.takeDown": ["reports.decide", 1, null],
  "moderation.takeDownAndBan": ["reports.decide", 1, null],
  "moderation.dismiss": ["reports.decide", 1, null],
  "moderation.restore": ["reports.decide", 1, null],
  "moderation.decideAppeal": ["reports.decide", 1, null],
  "chat.ban": ["reports.decide", 1, "chat.unban"],
  "chat.unban": ["reports.decide", 2, "chat.ban"],
  "reveals.allow": ["people.reveal", 1, null],
  "people.endSessions": ["people.freeze", 1, null],
  "people.erase": ["people.erase", 2, null],
  "tickets.setServiceLevels": ["tickets.answer", 1, null],
  "operators.grantRole": ["operators.manage", 2, "operators.revokeRole"],
  "operators.refuseRole": ["operators.manage", 1, null],
  "operators.revokeRole": ["operators.manage", 1, "operators.grantRole"],
  "operators.suspend": ["operators.suspend", 1, "operators.restore"],
  "operators.restore": ["operators.suspend", 2, "operators.suspend"],
  "operators.link": ["operators.manage", 1, null],
  "operators.openGlass": ["overview.read", 1, "operators.endGlass"],
  "operators.endGlass": ["overview.read", 1, null],
  "operators.reviewGlass": ["audit.read", 1, null],
}

it("every operation has a permission, a number of signatures and an inverse that somebody decided", () => {
  const found = operations.map(({ name, permission, approvals, undo }) => [
    name,
    [permission, approvals, undo?.({}).name ?? null],
  ])
  expect(Object.fromEntries(found)).toEqual(DECIDED)
  expect(found.length).toBe(new Set(operations.map(({ name }) => name)).size)
})

it("operations with private inputs are these, which testing/operationCases.ts gives some", () => {
  const hasPrivate = operations.filter(({ parameters }) =>
    Object.values<Parameter>(parameters).some((each) => each.kind === "text" && each.isPrivate === true),
  )
  expect(hasPrivate.map(({ name }) => name)).toEqual([
    "channels.rejectApplication",
    "identity.askResubmission",
    "identity.reject",
  ])
})

it("every operation and each of its inputs, steps and refusals has a text", () => {
  const named = operations.flatMap(({ name, parameters }) => [
    `operation.${name}`,
    ...Object.keys(parameters).map((parameter) => `parameter.${parameter}`),
  ])
  const sources = globSync("src/operations/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"))
  const written = sources.flatMap((source) => [
    ...Array.from(source.matchAll(/\bstep\("(\w+)"/g), ([, key]) => `step.${key}`),
    ...Array.from(source.matchAll(/\bcannotPlan\("(\w+)"/g), ([, key]) => `cannot.${key}`),
  ])
  expect(written.length).toBeGreaterThan(20)
  expect([...named, ...written].filter((key) => !Object.hasOwn(en, key))).toEqual([])
})

it("every page of the console is in the list of who may open it", () => {
  const pages = globSync("**/*.{astro,ts}", { cwd: join(root, "src/console/pages") })
  const paths = pages.map((file) => `/${file.replace(/(?:\/?index)?\.(?:astro|ts)$/, "")}`)
  expect(paths.length).toBeGreaterThan(15)
  // The page for all other paths says that they are not found.
  expect(paths.filter((path) => accessOf(path) === null)).toEqual(["/[...path]"])
})
