import { globSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { IdentityChecks } from "#core/identity"
import { Sql, uuidv7, writer } from "#core/kernel"
import { caseIdOf, Moderation } from "#core/moderation"
import { OperatorSessions, Operators } from "#core/operators"
import { Support, Tickets } from "#core/tickets"
import { searchChecks } from "#projections/identity"
import { waitFor } from "#projections/runner"
import { openPeople, type People, type TestPerson } from "../core/accounts/testing/people.ts"
import { type HeldRole, type Permission, permissionsOf, ROLE_PERMISSIONS } from "../core/operators/permissions.ts"
import { makeTestOperator } from "../core/operators/testing/testOperator.ts"
import { AddressBook, addAddress } from "../core/wallet/addressBook/AddressBook.ts"
import { waitUntil } from "../scripts/run/processes.ts"
import { root } from "../scripts/run/root.ts"
import { accessOf } from "../src/console/access.ts"
import { operatorsLayer } from "../src/operations/operatorsLayer.ts"
import { operations } from "../src/operations/registry.ts"
import { type OwnSite, startSite } from "./lib/index.ts"

/** An answer leaves after 15 seconds, and the worker looks every few. */
const MAILED_MS_MAX = 90_000
const ROLES = Object.keys(ROLE_PERMISSIONS) as ReadonlyArray<HeldRole>

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
  // In the mail, too: who may read about mail alone does not read it there.
  answer: { text: "canary-of-the-answer", permission: "tickets.read" },
  statedName: { text: "Canaryname", permission: null },
  birthDate: { text: "1961-07-23", permission: null },
  addressLabel: { text: "canary-of-the-label", permission: null },
  payoutAddress: { text: "bc1qcanary0address", permission: null },
} as const satisfies Readonly<Record<string, { readonly text: string; readonly permission: Permission | null }>>

let ticketNumber = ""
let paths: ReadonlyArray<string> = []

/** Everything that stands in the log about the person, and every page of the console with what it may be asked. */
const pathsAbout = async (ids: { readonly ticketId: string; readonly caseId: string; readonly checkId: string }) => {
  const pages = globSync("**/*.{astro,ts}", { cwd: join(root, "src/console/pages") })
    .map((file) => `/${file.replace(/(?:\/?index)?\.(?:astro|ts)$/, "")}`)
    .filter((path) => !path.includes("[") && !/^\/(?:500|signout|language|join|signin)$/.test(path))
  const streams = [
    ...[`account-${person.personId}`, `ticket-${ids.ticketId}`, `case-${ids.caseId}`],
    ...[`idcheck-${ids.checkId}`, `addressBook-${person.personId}`],
  ]
  const positions = await people.run(
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      return yield* Effect.promise(
        () => sql<Array<{ position: string }>>`
          select position::text as position from es.event
          where stream = any(${streams}) or subject_id = any(${[person.personId, ids.checkId]}) order by position limit 80`,
      )
    }),
  )
  const search = (path: string, query: Readonly<Record<string, string>>) => `${path}?${new URLSearchParams(query)}`
  return [
    ...pages,
    ...operations.map(({ name }) => search(`/operate/${name}`, { person: person.userCode, case: ids.caseId })),
    ...streams.flatMap((stream) => [search("/events", { stream }), search("/find", { id: stream })]),
    ...positions.slice(-3).map(({ position }) => search("/events", { asOf: position })),
    ...positions.slice(-3).map(({ position }) => search(`/moderation/${ids.caseId}`, { at: position })),
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
    search("/identity", { id: person.userCode }),
    `/identity/${ids.checkId}`,
    search("/find", { id: "canary" }),
  ]
}

/** How many answers of support are in the queue of mail or sent. */
const mailedAnswers = () =>
  people.run(
    Effect.flatMap(Sql, ({ client: sql }) =>
      Effect.promise(async () => {
        const rows =
          await sql`select from mail.message where kind = 'ticketAnswered' and subject_id = ${person.personId}`
        return rows.length
      }),
    ),
  )

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
      yield* Support.use(({ reply }) =>
        reply(opened.ticketId, "operator:test", { text: CANARIES.answer.text, outcome: "waiting", seen: 1 }),
      )
      const statement = {
        fullName: `Ida ${CANARIES.statedName.text}`,
        birthDate: CANARIES.birthDate.text,
        country: "SE",
      }
      const begun = IdentityChecks.use((checks) =>
        checks.begin(person.personId, { ...statement, level: 2, hasConsent: true }, "en"),
      )
      yield* waitFor("identity", yield* begun, MAILED_MS_MAX)
      const [check] = yield* searchChecks(person.userCode)
      const [write, nowMs] = [yield* writer(AddressBook), Date.now()]
      const entry = { entryId: uuidv7(nowMs), assetTypeId: 1, stage: "demo", label: CANARIES.addressLabel.text }
      const added = addAddress(person.personId, { ...entry, address: CANARIES.payoutAddress.text, script: "00" }, nowMs)
      yield* write(person.personId, added)
      return { ...opened, caseId: caseIdOf(target), checkId: check?.checkId ?? "" }
    }).pipe(
      Effect.orDie,
      Effect.provide(Layer.mergeAll(Tickets.layer, Support.layer, Moderation.layer, IdentityChecks.layer)),
    ),
  )
  expect(ids.checkId).not.toBe("")
  expect(await waitUntil(async () => (await mailedAnswers()) === 1, MAILED_MS_MAX)).toBe(true)
  ticketNumber = ids.number
  paths = await pathsAbout(ids)
}, 300_000)
afterAll(async () => {
  await people?.close()
  await site?.stop()
})

/** An operator with this role who has signed in. Emergency permissions are taken by one who may only read. */
const signIn = (role: HeldRole): Promise<string> =>
  people.run(
    Effect.gen(function* () {
      const isGlass = role === "breakGlass"
      const { operatorId } = yield* makeTestOperator(site.consoleOrigin, [isGlass ? "viewer" : role])
      if (isGlass)
        yield* Effect.orDie(
          Operators.use(({ openGlass }) =>
            openGlass(operatorId, "Nobody answers", { kind: "operator", id: operatorId }),
          ),
        )
      return yield* OperatorSessions.use((sessions) =>
        sessions.open({ operatorId, kind: "browser", device: "Test", address: "192.0.2.1" }),
      )
    }).pipe(Effect.provide(operatorsLayer)),
  )

it("no page of the console shows an operator what their role may not see, and no log has it", {
  tags: ["long"],
  timeout: 240_000,
}, async () => {
  const shown = new Map<string, Set<string>>()
  for (const role of ROLES) {
    const held = permissionsOf([role])
    const cookie = `quire_operator=${await signIn(role)}`
    for (const path of paths) {
      const answered = await fetch(site.consoleOrigin + path, { headers: { cookie }, redirect: "manual" })
      const access = accessOf(path.split("?")[0] ?? "")
      const isAllowed = access === "everyone" || access === "operator" || (access !== null && held.has(access))
      if (!isAllowed) expect([role, path, answered.status]).toEqual([role, path, 403])
      expect([role, path, answered.status < 500]).toEqual([role, path, true])
      expect([role, path, answered.headers.get("content-type") ?? ""]).not.toEqual([
        role,
        path,
        expect.stringContaining("csv"),
      ])
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
  const rolesWith = (permission: Permission) => ROLES.filter((role) => permissionsOf([role]).has(permission))
  for (const name of ["ticket", "note", "answer", "reported", "reason"] as const)
    expect([name, [...(shown.get(name) ?? [])]]).toEqual([name, rolesWith(CANARIES[name].permission)])
  const written = site.output()
  for (const { text } of Object.values(CANARIES)) expect(written).not.toContain(text)
})

it("an operator's session opens no export of the site", { tags: ["long"] }, async () => {
  const cookie = `quire_operator=${await signIn("auditor")}`
  const exports = ["/transactionhistory.csv", "/subscriptions/paymentrecords.csv", "/writers/readers.csv"]
  for (const path of exports) {
    const answered = await fetch(site.origin + path, { headers: { cookie }, redirect: "manual" })
    expect([path, answered.headers.get("content-type")?.includes("csv") ?? false]).toEqual([path, false])
    // The console has none of its own.
    expect([path, (await fetch(site.consoleOrigin + path, { headers: { cookie } })).status]).toEqual([path, 404])
  }
})
