import { Config } from "effect"
import { Host, Origin, optional, schema } from "../values.ts"
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
} as const satisfies Record<string, Variable<unknown>>
