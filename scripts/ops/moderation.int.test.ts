import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { caseIdOf, Moderation } from "#core/moderation"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

const MANY_COMMANDS = { timeout: 120_000 }

let kit: OpsKit
let people: People
beforeAll(async () => {
  kit = await startOpsKit()
  people = openPeople({ url: kit.url, isProjected: false })
})
afterAll(async () => {
  await people.close()
  await kit.stop()
})

const moderation = (...parameters: ReadonlyArray<string>) => kit.ops("moderation", ...parameters)
const change = <A>(use: (of: Moderation["Service"]) => Effect.Effect<A, unknown>) =>
  people.run(Effect.orDie(Moderation.use(use)).pipe(Effect.provide(Moderation.layer)))
const reasons = { ground: "terms", reference: "4.2", facts: "It is a threat.", reviewDays: 90 } as const
const listed = async (...flags: ReadonlyArray<string>) =>
  ((await moderation("list", ...flags, "--json")).json()["cases"] as unknown as ReadonlyArray<{ caseId: string }>).map(
    ({ caseId }) => caseId,
  )

it("lists the cases that wait, and shows one without naming who reported", MANY_COMMANDS, async () => {
  const [author, reporter] = [await people.make(), await people.make()]
  const report = async (targetId: string, kind: "comment" | "message", text: string) => {
    const target = { kind, targetId, placeId: "0000000000000000000a", ownerId: author.personId }
    const made = { target, reporterId: reporter.personId, reason: "A threat", text, reportedMs: Date.UTC(2026, 10, 27) }
    await change((of) => of.report(made))
    return caseIdOf(target)
  }
  const comment = await report("01890000-0000-7000-8000-000000000001", "comment", "I will find you")
  const message = await report("0000000000000000000a:7", "message", "Buy now")
  const gone = await report("01890000-0000-7000-8000-000000000002", "comment", "Never mind")
  await change((of) => of.takeDown(message, { by: "operator:ada", seen: 1 }, reasons))
  await change((of) => of.appeal(message, author.personId, "It is a joke"))
  await change((of) => of.decideAppeal(message, { by: "operator:ben", seen: 4 }, { isGranted: true, note: "It is." }))
  await change((of) => of.lapse(gone, "author"))

  expect(await listed()).toEqual([comment])
  expect(await listed("--status", "closed", "--kind", "message")).toEqual([message])
  expect((await listed("--status", "all")).toSorted()).toEqual([comment, message, gone].toSorted())
  expect((await moderation("list")).out).toContain(author.userCode)

  const shown = await moderation("show", comment)
  expect([shown.code, shown.out]).toEqual([
    0,
    expect.stringMatching(/comment [\s\S]*open[\s\S]*I will find you[\s\S]*A threat/),
  ])
  expect((await moderation("show", message)).out).toMatch(
    /Taken down .* by operator:ada: terms, 4\.2[\s\S]*It is a joke[\s\S]*granted by operator:ben: It is\./,
  )
  expect((await moderation("show", gone)).out).toContain("its author removed it")
  const document = await moderation("show", comment, "--json")
  expect(document.json()).toMatchObject({ status: "open", reports: [{ reason: "A threat" }], lapse: null })
  expect(shown.out + document.out).not.toContain(reporter.personId)
  const missing = await moderation("show", "01890000-0000-7000-8000-000000000009")
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("There is no case")])
})
