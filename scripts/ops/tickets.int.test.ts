import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Tickets } from "#core/tickets"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

/** Each command runs as its own process, which starts slowly on a busy machine. */
const MANY_COMMANDS = { timeout: 240_000 }

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

const tickets = (...parameters: ReadonlyArray<string>) => kit.ops("tickets", ...parameters)
const open = (personId: string, subject: string) =>
  people.run(
    Effect.orDie(
      Tickets.use((of) =>
        of.open(personId, { topic: "other", subject, text: "Hello?", locale: "en", link: null, files: [] }),
      ),
    ).pipe(Effect.provide(Tickets.layer)),
  )

it("lists, sorts, answers, merges and splits tickets, each after showing the plan", MANY_COMMANDS, async () => {
  const { personId } = await people.make()
  const [one, two] = [await open(personId, "One"), await open(personId, "Two")]
  const listed = async (...flags: ReadonlyArray<string>) =>
    ((await tickets("list", ...flags, "--json")).json()["tickets"] as unknown as ReadonlyArray<{ number: string }>).map(
      ({ number }) => number,
    )
  expect(await listed()).toEqual([one.number, two.number])
  expect((await tickets("assign", one.number, "operator:ben", "--yes")).code).toBe(0)
  expect(await listed("--assignee", "nobody")).toEqual([two.number])
  const planned = await tickets("reply", one.number, "Hi")
  expect([planned.code, planned.out]).toEqual([3, expect.stringContaining("answer ticket")])
  const held = await tickets("reply", one.number, "Hi", "--seen", "1", "--yes")
  expect([held.code, held.out]).toEqual([0, expect.stringContaining("take-back")])
  expect((await tickets("reply", one.number, "Hi", "--yes")).err).toContain("Look at it again")
  expect((await tickets("take-back", one.number, "--yes")).code).toBe(0)
  expect((await tickets("merge", one.number, two.number, "--yes")).code).toBe(0)
  expect((await tickets("merge", two.number, one.number, "--yes")).err).toContain("Only tickets of the same person")
  expect(await listed()).toEqual([two.number])
  expect((await tickets("unmerge", one.number, "--yes")).code).toBe(0)
  expect((await tickets("show", one.number)).out).toMatch(/One[\s\S]*person[\s\S]*Hello\?[\s\S]*TAKENBACK/)
  expect((await tickets("show", "T00000000")).code).toBe(2)
})
