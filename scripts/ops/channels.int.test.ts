import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Applications } from "#core/channels"
import { openPeople, type People, type TestPerson } from "../../core/accounts/testing/people.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

/** Each command runs as its own process, which starts slowly on a busy machine. */
const MANY_COMMANDS = { timeout: 180_000 }

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

const channels = (...parameters: ReadonlyArray<string>) => kit.ops("channels", ...parameters)
const apply = ({ personId }: TestPerson) => {
  const form = { subject: "Harbour Notes", about: "Weekly essays about ports.", links: [], languages: ["en"] }
  return people.run(
    Effect.orDie(Applications.use((applications) => applications.apply(personId, form, false))).pipe(
      Effect.provide(Applications.layer),
    ),
  )
}

it("lists, reviews, approves and rejects applications, each after showing the plan", MANY_COMMANDS, async () => {
  const [one, other] = [await people.make(), await people.make()]
  await apply(one)
  await apply(other)
  const listed = async () =>
    (
      (await channels("applications", "--json")).json()["applications"] as unknown as ReadonlyArray<
        Record<string, unknown>
      >
    ).map(({ userCode, status }) => [userCode, status])
  expect(await listed()).toEqual([
    [one.userCode, "submitted"],
    [other.userCode, "submitted"],
  ])
  const planned = await channels("approve", one.userCode)
  expect([planned.code, planned.out]).toEqual([3, expect.stringContaining("open their channel")])
  expect((await channels("review", one.userCode, "--yes")).code).toBe(0)
  expect(await listed()).toContainEqual([one.userCode, "inReview"])
  expect((await channels("approve", one.userCode, "--yes")).out).toMatch(/Opened channel QC\w{8}: .+\/user\/QC/)
  expect((await channels("reject", other.userCode, "incomplete", "--note", "Which page?", "--yes")).code).toBe(0)
  expect(await listed()).toEqual([])
  expect(await kit.sql`select reason, note from read.application where person_id = ${other.personId}`).toEqual([
    { reason: "incomplete", note: "Which page?" },
  ])
  expect((await channels("approve", one.userCode, "--yes")).code).not.toBe(0)
  expect((await channels("approve", "QINOBODY", "--yes")).code).toBe(2)
})
