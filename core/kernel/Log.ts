import { Cause, Context, Effect, Layer, Logger, type LogLevel, References } from "effect"
import { type DestinationStream, type Logger as Pino, pino } from "pino"
import { AppConfig } from "./config/AppConfig.ts"
import type { LogLevelName } from "./config/variables/Variable.ts"

export interface LogOptions {
  readonly level: LogLevelName
  /** `auto` is pretty in a terminal and JSON elsewhere. */
  readonly format: "auto" | "pretty" | "json"
  /** Which process writes: a role, or the name of a command. */
  readonly name: string
}

/** The log of this process, for code that is not Effect; Effect code uses `Effect.log*`, which ends up here too. */
export class Log extends Context.Service<Log, Pino>()("core/kernel/Log") {
  /** Makes the log of a process from its configuration and sends all that Effect logs to it. */
  static layer(name: string) {
    return Layer.unwrap(
      Effect.gen(function* () {
        const { logLevel, logFormat } = yield* AppConfig
        return Log.layerOf(yield* Effect.promise(() => createLog({ level: logLevel, format: logFormat, name })))
      }),
    )
  }

  /** Sends all that Effect logs to a log that exists already. */
  static layerOf(log: Pino) {
    return Layer.mergeAll(
      Layer.succeed(Log, log),
      Logger.layer([effectLogger(log)]),
      // pino decides what is written, so Effect holds nothing back.
      Layer.succeed(References.MinimumLogLevel, "All"),
    )
  }
}

/** Opens the log of a process on standard output, or on `destination`. */
export async function createLog(
  { level, format, name }: LogOptions,
  destination: DestinationStream & { readonly isTTY?: boolean } = process.stdout,
): Promise<Pino> {
  const isPretty = format === "pretty" || (format === "auto" && destination.isTTY === true)
  return pino(
    {
      level,
      base: { name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: HIDDEN },
      hooks: { streamWrite: hidePasswords },
    },
    isPretty ? await prettyStream(destination) : destination,
  )
}

const HIDDEN = "[hidden]"

/** Fields whose value is never written, however deep they stand (down to the third level). */
const SECRETS = [
  "password",
  "passwd",
  "secret",
  "token",
  "accessToken",
  "refreshToken",
  "authorization",
  "Authorization",
  "cookie",
  "Cookie",
  '["set-cookie"]',
  '["x-refresh-token"]',
  "masterKey",
  "databaseUrl",
  "MASTER_KEY",
  "DATABASE_URL",
]

/** The password of an address inside any text, such as the connection string in a driver's message. */
const hidePasswords = (line: string): string => line.replaceAll(/(:\/\/[^:/?#\s"@]*:)[^@/\s"]+@/g, `$1${HIDDEN}@`)

/** Written in this thread: a worker thread for colours would cost each process tens of megabytes. */
async function prettyStream(destination: DestinationStream & { readonly isTTY?: boolean }): Promise<DestinationStream> {
  const { prettyFactory } = await import("pino-pretty")
  const prettify = prettyFactory({
    colorize: destination.isTTY === true,
    translateTime: "SYS:HH:MM:ss",
    ignore: "pid",
    singleLine: true,
  })
  return { write: (line) => destination.write(prettify(JSON.parse(line)) ?? "") }
}

const LEVELS = {
  All: "trace",
  Trace: "trace",
  Debug: "debug",
  Info: "info",
  Warn: "warn",
  Error: "error",
  Fatal: "fatal",
  None: "trace",
} as const satisfies Record<LogLevel.LogLevel, string>

/** Turns what Effect logs into lines of pino: annotations and spans become fields, a cause becomes `err`. */
function effectLogger(log: Pino) {
  return Logger.make<unknown, void>(({ message, logLevel, cause, fiber, date }) => {
    const level = LEVELS[logLevel]
    if (!log.isLevelEnabled(level)) return
    const parts = Array.isArray(message) ? message : [message]
    const fields: Record<string, unknown> = { ...fiber.getRef(References.CurrentLogAnnotations) }
    const spans = fiber.getRef(References.CurrentLogSpans)
    for (const [label, started] of spans) fields[`${label}_ms`] = date.getTime() - started
    if (cause.reasons.length > 0) fields["err"] = Cause.squash(cause)
    const texts: Array<string> = []
    for (const part of parts) {
      if (part instanceof Error) fields["err"] ??= part
      else if (typeof part === "object" && part !== null) Object.assign(fields, part)
      else texts.push(String(part))
    }
    log[level](fields, texts.join(" "))
  })
}
