import { globSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { caseIdOf, Moderation } from "#core/moderation"
import { OperatorSessions } from "#core/operators"
import { Support, Tickets } from "#core/tickets"
import { openPeople, type People, type TestPerson } from "../core/accounts/testing/people.ts"
import { OPERATOR_ROLES, type OperatorRole, type Permission, permissionsOf } from "../core/operators/permissions.ts"
import { makeTestOperator } from "../core/operators/testing/testOperator.ts"
import { root } from "../scripts/run/root.ts"
import { accessOf } from "../src/console/access.ts"
import { operations } from "../src/operations/registry.ts"
import { type OwnSite, startSite } from "./lib/index.ts"

let site: OwnSite
let people: People
let person: TestPerson

/** Texts that nobody may see but who has the permission; null for nobody. */
const CANARIES = {
  email: { text: "canary.email@secret-host.example", permission: null },
  emailName: { text: "canary.email", permission: null },
  ticket: { text: "canary-of-the-ticket", permission: "tickets.read" },
  note: { text: "canary-of-the-note", permission: "tickets.read" },
  reported: { text: "canary-of-the-reported-text", permission: "reports.read" },
  reason: { text: "canary-of-the-report", permission: "reports.read" },
} as const satisfies Readonly<Record<string, { readonly text: string; readonly permission: Permission | null }>>

let ticketNumber = ""
let paths: ReadonlyArray<string> = []

/** Everything that stands in the log about the person, and every page of the console with what it may be asked. */
const pathsAbout = async (ids: { readonly ticketId: string; readonly caseId: string }) => {
  const pages = globSync("**/*.{astro,ts}", { cwd: join(root, "src/console/pages") })
    .map((file) => `/${file.replace(/(?:\/?index)?\.(?:astro|ts)$/, "")}`)
    .filter((path) => !path.includes("[") && !/^\/(?:signout|language|join|signin)$/.test(path))
  const streams = [`account-${person.personId}`, `ticket-${ids.ticketId}`, `case-${ids.caseId}`]
  const positions = await people.run(
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      return yield* Effect.promise(
        () => sql<Array<{ position: string }>>`
          select position::text as position from es.event
          where stream = any(${streams}) or subject_id = ${person.personId} order by position limit 60`,
      )
    }),
  )
  const search = (path: string, query: Readonly<Record<string, string>>) => `${path}?${new URLSearchParams(query)}`
  return [
    ...pages,
    ...operations.map(({ name }) => search(`/operate/${name}`, { person: person.userCode, case: ids.caseId })),
    ...streams.flatMap((stream) => [search("/events", { stream }), search("/find", { id: stream })]),
    ...positions.map(({ position }) => `/events/${position}`),
    search("/events", { actor: `user:${person.personId}` }),
    search("/people", { code: person.userCode }),
    search("/people", { code: person.userCode.toLowerCase() }),
    // Parts of an address, and patterns, find nobody.
    ...["canary", "canary%", "%@secret-host.example", "canary.email@"].map((code) => search("/people", { code })),
    search("/reveal", { code: person.userCode }),
    search("/find", { id: person.userCode }),
    search("/tickets", { status: "all" }),
    `/tickets/${ticketNumber}`,
    search("/moderation", { status: "all" }),
    `/moderation/${ids.caseId}`,
  ]
}

beforeAll(async () => {
  site = await startSite({ env: { ROLES: "web,chat,worker,keeper,console" } })
  people = openPeople({ url: site.databaseUrl })
  person = await site.person({ email: CANARIES.email.text, displayName: "Ida Roth" })
  const reporter = await site.person()
  const ids = await people.run(
    Effect.gen(function* () {
      const form = { topic: "wallet", locale: "en", link: null, files: [] } as const
      const opened = yield* Tickets.use((tickets) =>
        tickets.open(person.personId, { ...form, subject: CANARIES.ticket.text, text: CANARIES.ticket.text }),
      )
      yield* Support.use((support) => support.note(opened.ticketId, "operator:test", CANARIES.note.text))
      const target = { kind: "comment", targetId: reporter.sessionId, placeId: reporter.sessionId } as const
      yield* Moderation.use((moderation) =>
        moderation.report({
          target: { ...target, ownerId: person.personId },
          ...{ reporterId: reporter.personId, reason: CANARIES.reason.text, text: CANARIES.reported.text },
          reportedMs: Date.now(),
        }),
      )
      return { ...opened, caseId: caseIdOf(target) }
    }).pipe(Effect.orDie, Effect.provide(Layer.mergeAll(Tickets.layer, Support.layer, Moderation.layer))),
  )
  ticketNumber = ids.number
  paths = await pathsAbout(ids)
}, 300_000)
afterAll(async () => {
  await people?.close()
  await site?.stop()
})

/** An operator with this role who has signed in. */
const signIn = (role: OperatorRole): Promise<string> =>
  people.run(
    Effect.gen(function* () {
      const { operatorId } = yield* makeTestOperator(site.consoleOrigin, [role])
      return yield* OperatorSessions.use((sessions) =>
        sessions.open({ operatorId, kind: "browser", device: "Test", address: "192.0.2.1" }),
      )
    }).pipe(Effect.provide(OperatorSessions.layer)),
  )

it("no page of the console shows an operator what their role may not see, and no log has it", {
  tags: ["long"],
  timeout: 240_000,
}, async () => {
  const shown = new Map<string, Set<string>>()
  for (const role of OPERATOR_ROLES) {
    const held = permissionsOf([role])
    const cookie = `quire_operator=${await signIn(role)}`
    for (const path of paths) {
      const answered = await fetch(site.consoleOrigin + path, { headers: { cookie }, redirect: "manual" })
      const access = accessOf(path.split("?")[0] ?? "")
      const isAllowed = access === "everyone" || access === "operator" || (access !== null && held.has(access))
      if (!isAllowed) expect([role, path, answered.status]).toEqual([role, path, 403])
      expect([role, path, answered.status < 500]).toEqual([role, path, true])
      const text = `${await answered.text()}\n${JSON.stringify([...answered.headers])}`
      for (const [name, canary] of Object.entries(CANARIES)) {
        // The field of the search repeats what was typed into it.
        const isTyped = decodeURIComponent(path).includes(canary.text)
        if (!text.includes(canary.text) || isTyped) continue
        shown.set(name, (shown.get(name) ?? new Set()).add(role))
        const mayRead = canary.permission !== null && held.has(canary.permission)
        expect([role, path, name, mayRead]).toEqual([role, path, name, true])
      }
    }
  }
  // The walk would find what it looks for: these texts are on pages of those who may read them.
  const rolesWith = (permission: Permission) => OPERATOR_ROLES.filter((role) => permissionsOf([role]).has(permission))
  for (const name of ["ticket", "note", "reported", "reason"] as const)
    expect([name, [...(shown.get(name) ?? [])]]).toEqual([name, rolesWith(CANARIES[name].permission)])
  const written = site.output()
  for (const { text } of Object.values(CANARIES)) expect(written).not.toContain(text)
})
