import { createTransport } from "nodemailer"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { openIntake, type Writer } from "./tickets/openIntake.ts"

const PEOPLE = 1_000
const MAILS = 10_000
/** Connections of the server that hands mail over. */
const CONNECTIONS = 8
/** A text that no ticket takes: a program that does not log it is one sends it again and again. */
const TOO_LONG = "I am away. ".repeat(1_000)

/** `npm run bench -- tickets`; `--mails=1000` sends fewer. */
const bench: Bench = {
  about:
    "replies to support by mail: a tenth of automatic ones, repeats and bounces, then a mailbox that always answers",
  goals: [
    goalMin("absolute", "mail_in_per_s", 100),
    goalMax("absolute", "mails_wrong", 0),
    goalMax("absolute", "answers_per_address_and_day", 1),
  ],
  run: async ({ log, database, defer, parameters }) => {
    const given = parameters.map((each) => /^--mails=(\d+)$/.exec(each)?.[1]).find((each) => each !== undefined)
    const mails = Number(given ?? MAILS)
    const people = Math.max(CONNECTIONS, Math.round((PEOPLE * mails) / MAILS))
    const intake = await openIntake(await database(), people)
    defer(intake.close)
    log(`${people} people have a ticket`)
    const pool = createTransport({
      ...{ host: "127.0.0.1", port: intake.port, ignoreTLS: true },
      ...{ pool: true, maxConnections: CONNECTIONS, maxMessages: Number.POSITIVE_INFINITY },
    })
    defer(() => pool.close())
    /** Sends messages over all connections, each with the writer whose turn it is. */
    const sendAll = async (count: number, mailOf: (index: number, writer: Writer) => object) => {
      let next = 0
      const began = performance.now()
      const work = async () => {
        for (let index = next++; index < count; index = next++) {
          const writer = intake.writers[index % people] as Writer
          await pool.sendMail({ from: writer.email, to: writer.address, ...mailOf(index, writer) })
        }
      }
      await Promise.all(Array.from({ length: 2 * CONNECTIONS }, work))
      return (count * 1_000) / (performance.now() - began)
    }

    const expected = new Map<string, number>()
    const perSecond = await sendAll(mails, (index, { address, ticketId }) => {
      const round = Math.floor(index / people)
      const mail = { text: `Message ${round}`, messageId: `<${round}.${index % people}@mail.example>` }
      if (round % 10 === 7) return { ...mail, headers: { "Auto-Submitted": "auto-replied" } }
      // The one of the round before again.
      if (round % 10 === 8) return { ...mail, messageId: `<${round - 2}.${index % people}@mail.example>` }
      if (round % 10 === 9) return { ...mail, envelope: { from: "", to: [address] } }
      expected.set(ticketId, (expected.get(ticketId) ?? 0) + 1)
      return mail
    })
    const replies = await intake.repliesOf()
    const wrong = intake.writers.filter(
      ({ ticketId }) => (replies.get(ticketId) ?? 0) !== (expected.get(ticketId) ?? 0),
    )
    log(`${mails} mails at ${perSecond.toFixed(0)} a second, ${wrong.length} tickets wrong`)

    const [away] = intake.writers
    await sendAll(mails, () => ({ from: away?.email, to: away?.address, text: TOO_LONG }))
    return {
      ratios: {},
      absolute: {
        mail_in_per_s: perSecond,
        mails_wrong: wrong.length,
        answers_per_address_and_day: await intake.answersMax(),
      },
    }
  },
}
export default bench
