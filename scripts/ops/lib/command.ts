import { Effect } from "effect"
import { isEnding } from "./ending.ts"
import { EXIT, Refused, sentenceOf } from "./exit.ts"
import { type Output, outputOf } from "./output.ts"
import { type Session, withSession } from "./session.ts"
import { terminal } from "./terminal.ts"

type Flags = { readonly json: boolean }

/**
 * Turns a command's work into an effect. A refusal becomes one line and its exit code, any other error its stack. With
 * `--json` the output is `{ "error": ... }`.
 */
export const runCommand = ({ json }: Flags, work: (output: Output) => Promise<void>): Effect.Effect<void> =>
  Effect.promise(async () => {
    const output = outputOf(json)
    try {
      await work(output)
    } catch (error) {
      // Errors of connections that a signal closed are not reported.
      if (isEnding()) return
      const sentence = sentenceOf(error)
      terminal().exitCode = error instanceof Refused ? error.exitCode : EXIT.failed
      terminal().stderr.write(`${sentence ?? (error instanceof Error ? (error.stack ?? error.message) : error)}\n`)
      output.document({ error: sentence ?? String(error) })
    }
  })

/** Like `command`, with the product's database open. */
export const inSession = (flags: Flags, work: (session: Session, output: Output) => Promise<void>) =>
  runCommand(flags, (output) => withSession((session) => work(session, output)))
