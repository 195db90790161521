import { Cause, Context, Effect, Layer, Logger, type LogLevel, References } from "effect"
import { type DestinationStream, type Logger as Pino, pino } from "pino"
import { AppConfig } from "./config/AppConfig.ts"
import type { LogLevelName } from "./config/variables/Variable.ts"

export interface LogOptions {
  readonly level: LogLevelName
  /** `auto`: human-readable in a terminal, JSON elsewhere. */
  readonly format: "auto" | "pretty" | "json"
  /** The process that writes: a role, or the name of a command. */
  readonly name: string
}

/** The log of this process, for code outside Effect. `Effect.log*` writes to it too. */
export class Log extends Context.Service<Log, Pino>()("core/kernel/Log") {
  /** Creates the log of a process from its configuration and routes Effect's logger to it. */
  static layer(name: string) {
    return Layer.unwrap(
      Effect.gen(function* () {
        const { logLevel, logFormat } = yield* AppConfig
        return Log.layerOf(yield* Effect.promise(() => createLog({ level: logLevel, format: logFormat, name })))
      }),
    )
  }

  /** Routes Effect's logger to an existing log. */
  static layerOf(log: Pino) {
    return Layer.mergeAll(
      Layer.succeed(Log, log),
      Logger.layer([effectLogger(log)]),
      // pino filters by level, so Effect must not filter.
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

/** Fields that are redacted at the first three levels of an object. */
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
  "databaseReplicaUrl",
  "consoleDatabaseUrl",
  "MASTER_KEY",
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "CONSOLE_DATABASE_URL",
]

/** The password in a URL inside any text, such as the connection string in a driver's message. */
const hidePasswords = (line: string): string => line.replaceAll(/(:\/\/[^:/?#\s"@]*:)[^@/\s"]+@/g, `$1${HIDDEN}@`)

/** Writes in this thread: a worker thread for colours would cost each process tens of megabytes. */
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

/** Converts Effect log entries to pino lines: annotations and spans become fields, a cause becomes `err`. */
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
