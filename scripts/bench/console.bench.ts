import { Effect, ManagedRuntime } from "effect"
import { TICKET_STATUSES } from "#contract/tickets"
import { Sql } from "#core/kernel"
import { listQueue } from "#projections/tickets"
import { type LogFilter, listAudit, listEvents } from "#src/console/queries/log.ts"
import { findMembersByCode } from "#src/console/queries/people.ts"
import { measureReadingScripts } from "./console/readingScripts.ts"
import {
  COMMAND_EVENTS,
  type ConsoleSizes,
  OPERATORS,
  STREAM_EVENTS,
  seedConsole,
  TYPES,
} from "./console/seedConsole.ts"
import { type Bench, goalMax } from "./lib/Bench.ts"
import { median, percentile } from "./lib/interleaved.ts"

const SIZES: ConsoleSizes = { events: 10_000_000, people: 1_000_000, tickets: 100_000 }
/** Measured questions of each kind, after some that warm the caches up. */
const QUESTIONS = 100
const WARM_UP = 10

/** `npm run bench -- console`; `--events=1000000` makes everything smaller in proportion. */
const bench: Bench = {
  about: "pages of the operators' console on 10 million events, a million people and 100,000 tickets",
  goals: [
    goalMax("absolute", "event_browser_p95_ms", 50),
    goalMax("absolute", "audit_p95_ms", 50),
    goalMax("absolute", "people_p95_ms", 30),
    goalMax("absolute", "queue_p95_ms", 30),
    goalMax("absolute", "console_js_kb_gzip", 0),
  ],
  run: async ({ log, database, parameters, defer }) => {
    const given = parameters.map((each) => /^--events=(\d+)$/.exec(each)?.[1]).find((each) => each !== undefined)
    const share = given === undefined ? 1 : Number(given) / SIZES.events
    const sizes = {
      events: Math.round(SIZES.events * share),
      people: Math.round(SIZES.people * share),
      tickets: Math.round(SIZES.tickets * share),
    }
    // On a database of its own: the product writes events, and would take all of these in.
    const scripts = await measureReadingScripts({ log, defer }, await database())
    const runtime = ManagedRuntime.make(Sql.layer(await database()))
    defer(() => runtime.dispose())
    const { client } = await runtime.runPromise(Effect.map(Sql, (sql) => sql))
    await seedConsole(client, sizes, log)

    /** The slowest of several kinds of questions, each by its 95th percentile in milliseconds. */
    const slowest = async (
      kinds: Readonly<Record<string, (turn: number) => Effect.Effect<ReadonlyArray<unknown>, never, Sql>>>,
    ): Promise<number> => {
      const figures = []
      for (const [kind, request] of Object.entries(kinds)) {
        const times: Array<number> = []
        let found = 0
        for (let turn = 0; turn < QUESTIONS + WARM_UP; turn++) {
          const began = performance.now()
          found += (await runtime.runPromise(request(turn))).length
          if (turn >= WARM_UP) times.push(performance.now() - began)
        }
        const p95 = percentile(times, 0.95)
        log(`${kind}: median ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${found} rows`)
        figures.push(p95)
      }
      return Math.max(...figures)
    }
    /** Spreads turns over a range. */
    const across = (turn: number, size: number) => 1 + Math.floor(((turn * 0.618_034) % 1) * (size - 1))
    const timeOf = (position: number) => new Date(Date.now() - (sizes.events - position) * 500).toISOString()
    const commandOf = (position: number) => {
      const number = Math.floor(position / COMMAND_EVENTS)
      const [high, low] = [number >> 16, number & 65_535].map((part) => part.toString(16))
      return `01900000-${high?.padStart(4, "0")}-7000-8000-${low?.padStart(12, "0")}`
    }
    const events = (filterOf: (turn: number) => LogFilter) => (turn: number) => listEvents(filterOf(turn))
    const some = (turn: number) => across(turn, sizes.events)
    const typeOf = (number: number) => `sample.Type${number}.v1`
    return {
      ratios: {},
      absolute: {
        console_js_kb_gzip: scripts,
        event_browser_p95_ms: await slowest({
          newest: events(() => ({})),
          page: events((turn) => ({ before: String(some(turn)) })),
          stream: events((turn) => ({ stream: `sample-${Math.floor(some(turn) / STREAM_EVENTS)}` })),
          "frequent type": events(() => ({ type: typeOf(0) })),
          "any type": events((turn) => ({ type: typeOf(turn % TYPES), before: String(some(turn)) })),
          "no type": events(() => ({ type: "sample.Nothing.v1" })),
          "an operator": events((turn) => ({ actor: `operator:${turn % OPERATORS}` })),
          "a person": events((turn) => ({ actor: `user:${across(turn, sizes.people)}` })),
          nobody: events((turn) => ({ actor: `user:nobody${turn}` })),
          command: events((turn) => ({ correlation: commandOf(some(turn)) })),
          "no command": events((turn) => ({
            correlation: `01900000-ffff-7000-8000-${String(turn).padStart(12, "0")}`,
          })),
          time: events((turn) => ({ until: timeOf(some(turn)) })),
          "before all": events(() => ({ until: "2001-01-01T00:00:00.000Z" })),
          "type and time": events((turn) => ({ type: typeOf(turn % TYPES), until: timeOf(some(turn)) })),
          "person and type": events((turn) => ({ actor: `user:${across(turn, sizes.people)}`, type: typeOf(0) })),
        }),
        audit_p95_ms: await slowest({
          all: (turn) => listAudit(null, turn % 2 === 0 ? undefined : String(some(turn))),
          "one operator": (turn) => listAudit(`operator:${turn % OPERATORS}`, undefined),
          "one who did nothing": (turn) => listAudit(`operator:nobody${turn}`, undefined),
        }),
        people_p95_ms: await slowest({
          code: (turn) => findMembersByCode(`QI${String(across(turn, sizes.people)).padStart(8, "0")}`),
          address: (turn) => findMembersByCode(`reader${across(turn, sizes.people)}@mail.example`),
          nobody: (turn) => findMembersByCode(`nobody${turn}@mail.example`),
        }),
        queue_p95_ms: await slowest({
          open: () => listQueue({ statuses: ["open"] }),
          all: () => listQueue({ statuses: TICKET_STATUSES }),
          "of an operator": (turn) => listQueue({ statuses: ["open"], assignee: `operator:${turn % OPERATORS}` }),
          "of nobody": () => listQueue({ statuses: ["open"], assignee: null }),
          "of an operator without any": () => listQueue({ statuses: ["open"], assignee: "operator:nobody" }),
          tag: () => listQueue({ statuses: ["open"], tag: "refund" }),
          "no tag": () => listQueue({ statuses: ["open"], tag: "nothing" }),
          urgent: () => listQueue({ statuses: ["open"], priority: "urgent" }),
        }),
      },
    }
  },
}
export default bench
