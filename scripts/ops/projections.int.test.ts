import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { projections } from "../../projections/registry.ts"
import { appendAccess, appendRaw, type OpsKit, startOpsKit } from "./testing/opsKit.ts"

const EVENTS = 40

/** Each command runs as its own process, which starts slowly on a busy machine. */
const MANY_COMMANDS = { timeout: 180_000 }

let kit: OpsKit
beforeAll(async () => {
  kit = await startOpsKit()
  for (let n = 0; n < EVENTS; n++) await appendAccess(kit.sql, n)
})
afterAll(() => kit.stop())

const builds = async (name = "access") =>
  kit.sql<Array<{ build: number; status: string; paused: boolean }>>`
    select build, status, paused from es.projection where name = ${name} order by build`
const live = async (name = "access") =>
  (await kit.sql<Array<{ build: number }>>`select build from es.live where name = ${name}`)[0]?.build

describe("plan and execution", () => {
  it("prints the planned changes, changes nothing and exits with 3", async () => {
    const before = await builds()
    const { code, out } = await kit.ops("projections", "rebuild", "access")
    expect([code, out]).toEqual([3, expect.stringContaining("Add --yes to execute the plan")])
    const { code: again, json } = await kit.ops("projections", "rebuild", "--all", "--json")
    expect(again).toBe(3)
    expect(json()).toMatchObject({ done: false, plan: { length: projections.length } })
    expect(await builds()).toEqual(before)
  })
})

describe("rebuild, verify, switch, rollback, drop", () => {
  it("rebuilds beside the live build with two threads, without a change for queries", MANY_COMMANDS, async () => {
    const { code, json, err } = await kit.ops("projections", "rebuild", "access", "--workers", "2", "--yes", "--json")
    expect([code, err]).toEqual([0, expect.anything()])
    expect(json()).toMatchObject({ done: true, result: [{ name: "access", build: 2, events: EVENTS, faults: 0 }] })
    expect(err).toContain(`build 2 holds ${EVENTS} events`)
    expect(await live()).toBe(1)
    expect(await builds()).toMatchObject([{ status: "live" }, { status: "building" }])
  })

  it("finds both builds equal at one position without a running worker", async () => {
    const { code, json } = await kit.ops("projections", "verify", "--all", "--json")
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      equal: true,
      verified: expect.arrayContaining([
        expect.objectContaining({ name: "feeds", newest: null, equal: null }),
        expect.objectContaining({ name: "access", live: 1, newest: 2, equal: true }),
        expect.objectContaining({ name: "accounts", newest: null, equal: null }),
      ]),
    })
  })

  it("reports a changed row and exits with 3", async () => {
    const [table] = await kit.sql<Array<{ name: string }>>`
      select table_name as name from information_schema.tables where table_schema = 'rm_access_2' order by 1 limit 1`
    const rows = kit.sql`${kit.sql("rm_access_2")}.${kit.sql(table?.name ?? "")}`
    const [gone] = await kit.sql`delete from ${rows} where ctid = (select min(ctid) from ${rows}) returning *`
    const { code, out } = await kit.ops("projections", "verify", "access")
    expect(code).toBe(3)
    expect(out).toContain("DIFFERENT")
    await kit.sql`insert into ${rows} ${kit.sql(gone ?? {})}`
    expect((await kit.ops("projections", "verify", "access")).code).toBe(0)
  })

  it("refuses a build that differs, and records who switches to it nevertheless, and why", MANY_COMMANDS, async () => {
    const [table] = await kit.sql<Array<{ name: string }>>`
      select table_name as name from information_schema.tables where table_schema = 'rm_access_2' order by 1 limit 1`
    const rows = kit.sql`${kit.sql("rm_access_2")}.${kit.sql(table?.name ?? "")}`
    const [gone] = await kit.sql`delete from ${rows} where ctid = (select min(ctid) from ${rows}) returning *`
    const refused = await kit.ops("projections", "switch", "access", "--yes")
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("--despite REASON")])
    expect((await kit.ops("projections", "switch", "access", "--despite", " ", "--yes")).code).toBe(2)
    expect((await kit.ops("projections", "switch", "access", "--despite", "known since Monday", "--yes")).code).toBe(0)
    expect(await live()).toBe(2)
    const forced = await kit.sql`select actor, data from es.event where type = 'releases.SwitchForced.v1'`
    expect(forced).toEqual([
      {
        actor: expect.stringMatching(/^operator:./),
        data: expect.objectContaining({ projection: "access", fromBuild: 1, toBuild: 2, reason: "known since Monday" }),
      },
    ])
    await kit.sql`insert into ${rows} ${kit.sql(gone ?? {})}`
    expect((await kit.ops("projections", "rollback", "access", "--yes")).code).toBe(0)
  })

  it("switches to the new build once", async () => {
    const { code, json } = await kit.ops("projections", "switch", "--all", "--yes", "--json")
    expect(code).toBe(0)
    expect(json()).toMatchObject({ done: true, result: [{ name: "access", from: 1, to: 2 }] })
    expect(await live()).toBe(2)
    expect((await kit.ops("projections", "switch", "--all", "--yes", "--json")).json()).toEqual({
      plan: [],
      done: false,
    })
  })

  it("rolls back and forward again without losing events in between", async () => {
    await appendAccess(kit.sql, 1)
    expect((await kit.ops("projections", "rollback", "access", "--yes", "--json")).json()).toMatchObject({
      result: [{ name: "access", from: 2, to: 1 }],
    })
    expect(await live()).toBe(1)
    expect((await kit.ops("projections", "switch", "access", "--build", "2", "--yes")).code).toBe(0)
    expect(await live()).toBe(2)
  })

  it("drops a build that is not live", async () => {
    expect((await kit.ops("projections", "drop", "access", "1", "--yes")).code).toBe(0)
    expect(await builds()).toMatchObject([{ build: 2, status: "live" }])
    const left = await kit.sql`select from information_schema.schemata where schema_name = 'rm_access_1'`
    expect(left).toHaveLength(0)
  })

  it("rebuilds several in one pass over the log, and says what became of each", MANY_COMMANDS, async () => {
    const { code, json, err } = await kit.ops("projections", "rebuild", "posts", "likes", "--yes", "--json")
    expect([code, err]).toEqual([0, expect.stringContaining("likes: build 2 holds 0 events")])
    expect(json()).toMatchObject({
      plan: [expect.stringContaining("in one pass with the others"), expect.stringContaining("likes")],
      result: [
        { name: "posts", build: 2 },
        { name: "likes", build: 2 },
      ],
    })
  })
})

describe("pause and resume", () => {
  it("pauses a projection at its position, shows its lag and resumes it", MANY_COMMANDS, async () => {
    expect((await kit.ops("projections", "pause", "access", "--reason", "a look", "--yes")).code).toBe(0)
    // A transaction of another database may have hidden the last event from the previous switch.
    const lag = async () => {
      const { projections } = (await kit.ops("projections", "lag", "--json")).json() as unknown as {
        projections: ReadonlyArray<{ name: string; lag_events: number }>
      }
      return projections.find(({ name }) => name === "access")?.lag_events ?? Number.NaN
    }
    const before = await lag()
    await appendAccess(kit.sql, 2)
    expect(await lag()).toBe(before + 1)
    const { json, err } = await kit.ops("projections", "status", "--json")
    expect(json()).toMatchObject({
      projections: expect.arrayContaining([
        expect.objectContaining({ name: "access", paused: true, reason: "a look" }),
      ]),
      reactors: [],
    })
    expect(err).toContain("live (paused)")
    const { code, out } = await kit.ops("projections", "resume", "--all", "--yes")
    expect([code, out]).toEqual([0, expect.stringContaining("go on from position")])
    expect(await builds()).toMatchObject([{ paused: false }])
    expect((await kit.ops("projections", "resume", "--all", "--yes")).out).toBe("Nothing to do.\n")
  })

  it("pauses a reactor, retries its failing event and skips it", MANY_COMMANDS, async () => {
    const position = await appendAccess(kit.sql, 3)
    await kit.sql`insert into es.reactor ${kit.sql({ name: "ops-test", position: 1, failing: position, attempts: 4 })}`
    expect((await kit.ops("projections", "pause", "ops-test", "--yes")).code).toBe(0)
    expect(await kit.sql`select paused from es.reactor`).toEqual([{ paused: true }])
    expect((await kit.ops("projections", "resume", "ops-test", "--yes")).code).toBe(0)
    expect((await kit.ops("projections", "faults", "--json")).json()).toMatchObject({
      parked: [],
      reactors: [{ name: "ops-test", failing: position }],
    })
    expect((await kit.ops("projections", "retry", "ops-test", "--yes")).code).toBe(0)
    expect(await kit.sql`select attempts from es.reactor`).toEqual([{ attempts: 0 }])
    const skipped = await kit.ops("projections", "skip", "ops-test", "--reason", "a test", "--yes", "--json")
    expect(skipped.json()).toMatchObject({ result: { name: "ops-test", position } })
    expect(await kit.sql`select position, failing from es.reactor`).toEqual([{ position, failing: null }])
    await kit.sql`delete from es.reactor`
  })
})

describe("a poisoned event", () => {
  const STREAM = "feed-0a1b2c3d4e5f6g7h8j9k"

  it("is parked, retried without success and skipped with a recorded reason", MANY_COMMANDS, async () => {
    const position = await appendRaw(kit.sql, STREAM, "feeds.FeedFetched.v1", { wrong: true })
    // Here only commands that wait for read models follow the log.
    expect((await kit.ops("projections", "rebuild", "feeds", "items", "--yes")).code).toBe(0)
    expect((await kit.ops("projections", "verify", "--all")).code).toBe(0)
    expect((await kit.ops("projections", "drop", "items", "1", "--yes")).code).toBe(1)
    expect((await kit.ops("projections", "switch", "items", "--yes")).code).toBe(0)
    expect((await kit.ops("projections", "drop", "items", "1", "--yes")).code).toBe(0)
    const { json } = await kit.ops("projections", "faults", "items", "--json")
    expect(json()).toMatchObject({ parked: [{ name: "items", park_key: STREAM, position, attempts: 1, waiting: 0 }] })

    expect((await kit.ops("projections", "retry", "items", STREAM)).code).toBe(3)
    const retried = await kit.ops("projections", "retry", "items", STREAM, "--yes", "--json")
    expect(retried.code).toBe(1)
    expect(retried.json()).toMatchObject({ result: { parked: [{ park_key: STREAM, decision: null }] } })

    const skipped = await kit.ops("projections", "skip", "items", "--reason", "a broken import", "--yes", "--json")
    expect(skipped.code).toBe(0)
    expect(skipped.json()).toMatchObject({ done: true, result: { parked: [] } })
    expect((await kit.ops("projections", "faults", "items", "--json")).json()).toMatchObject({ parked: [] })
    const [record] = await kit.sql`select position, reason, decided_by from es.skipped where name = 'items' limit 1`
    expect(record).toMatchObject({
      position,
      reason: "a broken import",
      decided_by: expect.stringMatching(/^operator:/),
    })
    expect((await kit.ops("projections", "faults", "feeds", "--json")).json()).toMatchObject({
      parked: [
        { build: 1, position },
        { build: 2, position },
      ],
    })
  })
})

describe("erasing a subject", () => {
  it("deletes the key and informs every read model once", async () => {
    const subject = "3f0e4d0a-6a1c-4e25-9c40-4d43f7f2a222"
    await kit.sql`insert into es.subject_key (subject_id, wrapped) values (${subject}, '\\x00')`
    expect((await kit.ops("subjects", "erase", subject)).code).toBe(3)
    expect(await kit.sql`select wrapped is null as gone from es.subject_key`).toEqual([{ gone: false }])
    const { code, json } = await kit.ops("subjects", "erase", subject, "--yes", "--json")
    expect(code).toBe(0)
    expect(json()).toMatchObject({ result: { subject, hadKey: true } })
    expect(await kit.sql`select wrapped is null as gone from es.subject_key`).toEqual([{ gone: true }])
    const erasures = await kit.sql`select actor from es.event where type like '%SubjectErased%'`
    expect(erasures).toEqual([{ actor: expect.stringMatching(/^operator:/) }])
    expect((await kit.ops("subjects", "erase", subject, "--yes", "--json")).json()).toEqual({ plan: [], done: false })
  })
})
