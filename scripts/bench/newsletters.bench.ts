import { Effect } from "effect"
import { createTransport } from "nodemailer"
import { Mail } from "#core/mail"
import { type OpenSending, Sendings } from "#core/newsletters"
import { makeDkimKey } from "../../core/mail/testing/openBulk.ts"
import { messageTo } from "../../core/mail/testing/openMail.ts"
import { openSendings, startRun } from "../../core/newsletters/testing/openSendings.ts"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { interleaved, percentile } from "./lib/interleaved.ts"
import { letterSource, POST_HTML, POST_TEXT } from "./newsletters/letterSource.ts"
import { startSink } from "./newsletters/startSink.ts"

/** Letters of one round, and of the run beside which codes are sent. */
const ROUND_LETTERS = 2_000
const LONG_RUN_LETTERS = 100_000
const CONNECTIONS = 5
/** Codes that are sent beside the long run, and the pause between two. */
const CODES = 40
const CODES_PAUSE_MS = 750
/** The interval of the worker's job that sends mail. */
const MAIL_TICK_MS = 2_000

/** `npm run bench -- newsletters` */
const bench: Bench = {
  about: "newsletters with DKIM beside a bare nodemailer pool, and sign-in codes beside 100,000 letters",
  goals: [goalMin("ratio", "bulk_mail_vs_pool", 0.6), goalMax("absolute", "code_beside_bulk_p99_s", 5)],
  run: async ({ log, defer, database, parameters }) => {
    const databaseUrl = await database()
    const sink = await startSink()
    defer(sink.stop)
    const env = { DKIM_KEY: makeDkimKey(), CONTACT_EMAIL: "post@quire.example", BULK_CONNECTIONS: String(CONNECTIONS) }
    const kit = openSendings({ databaseUrl, smtpUrl: sink.url, env })
    defer(kit.close)
    const pool = createTransport({ url: sink.url, pool: true, maxConnections: CONNECTIONS, maxMessages: 500 })
    defer(() => pool.close())
    const deliver = (sending: OpenSending, letters: number) =>
      kit.run(Sendings.use((sendings) => sendings.deliver(sending, letterSource(letters))))
    const openOf = async ({ sendingId }: OpenSending) =>
      (await kit.run(Sendings.use(({ tally }) => tally(sendingId)))).open

    const figures = await interleaved(
      {
        newsletters: async () => {
          const sending = await startRun(kit, ROUND_LETTERS)
          const began = performance.now()
          while ((await openOf(sending)) > 0) await deliver(sending, ROUND_LETTERS)
          return (ROUND_LETTERS * 1_000) / (performance.now() - began)
        },
        pool: async () => {
          const message = {
            from: "post@quire.example",
            subject: "A day in the harbour",
            text: POST_TEXT,
            html: POST_HTML,
          }
          const began = performance.now()
          let next = 0
          const work = async () => {
            while (next++ < ROUND_LETTERS) await pool.sendMail({ ...message, to: "reader@reader.example" })
          }
          await Promise.all(Array.from({ length: 2 * CONNECTIONS }, work))
          return (ROUND_LETTERS * 1_000) / (performance.now() - began)
        },
      },
      { log },
    )

    const letters = parameters.includes("--short") ? LONG_RUN_LETTERS / 10 : LONG_RUN_LETTERS
    log(`a run of ${letters} letters, and ${CODES} codes beside it`)
    const sending = await startRun(kit, letters)
    let isOver = false
    const running = (async () => {
      while (!isOver) await deliver(sending, letters)
    })()
    const mailing = (async () => {
      while (!isOver) {
        await kit.run(Mail.use((mail) => mail.sendDue))
        await pause(MAIL_TICK_MS)
      }
    })()
    const seconds: Array<number> = []
    for (let count = 0; count < CODES; count++) {
      const address = `code${count}@reader.example`
      const began = performance.now()
      await kit.run(Mail.use((mail) => mail.post(messageTo(address))))
      await sink.arrival(address)
      seconds.push((performance.now() - began) / 1_000)
      await pause(CODES_PAUSE_MS)
    }
    const open = await openOf(sending)
    isOver = true
    log(`${letters - open} letters had left after the last code`)
    await kit.run(Sendings.use((sendings) => Effect.ignore(sendings.stop(sending.sendingId, "hidden"))))
    await Promise.all([running, mailing])
    return {
      ratios: { bulk_mail_vs_pool: figures.ratio("newsletters", "pool") },
      absolute: {
        code_beside_bulk_p99_s: percentile(seconds, 0.99),
        newsletters_per_s: figures.median("newsletters"),
        pool_per_s: figures.median("pool"),
      },
    }
  },
}
export default bench

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
