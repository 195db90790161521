import { Config, Redacted } from "effect"
import { DatabaseUrl, Host, Origin, optional, schema } from "../values.ts"
import type { Variable } from "./Variable.ts"

/** Settings of the operators' console, a process with an address of its own. */
export const consoleVariables = {
  consoleHost: {
    name: "CONSOLE_HOST",
    config: schema(Host, "CONSOLE_HOST").pipe(Config.withDefault("127.0.0.1")),
    allowed: "an address or a host name to listen on",
    default: "127.0.0.1",
    purpose: "The address that the operators' console listens on.",
  },
  consolePort: {
    name: "CONSOLE_PORT",
    config: Config.Port("CONSOLE_PORT").pipe(Config.withDefault(4480)),
    allowed: "a port number from 1 to 65535",
    default: "4480",
    purpose: "The port of the operators' console.",
  },
  consoleOrigin: {
    name: "CONSOLE_ORIGIN",
    config: optional(schema(Origin, "CONSOLE_ORIGIN")),
    allowed: "http:// or https:// and a host, without a path; in production another host than the site's",
    default: "http://localhost:CONSOLE_PORT",
    purpose: "The address at which operators reach the console. Their passkeys belong to its host.",
  },
  consoleDatabaseUrl: {
    name: "CONSOLE_DATABASE_URL",
    config: optional(schema(DatabaseUrl, "CONSOLE_DATABASE_URL").pipe(Config.map(Redacted.make))),
    allowed: "a connection string to the same database with a role that owns nothing",
    default: "a role of its own in the embedded PostgreSQL; DATABASE_URL with your own",
    purpose:
      "The database as the console may use it. Each start and npm run migrate give that role what the console needs, and nothing else.",
  },
} as const satisfies Record<string, Variable<unknown>>
