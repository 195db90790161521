import type { Config } from "effect"

/** The process roles of the program. */
export const ROLES = ["web", "chat", "worker", "keeper", "console"] as const
export type Role = (typeof ROLES)[number]

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const
export type LogLevelName = (typeof LOG_LEVELS)[number]

export const MASTER_KEY_BYTES = 32

/** An environment variable: its name, its parser and its documentation. */
export interface Variable<T> {
  readonly name: string
  readonly config: Config.Config<T>
  /** The allowed values, for the error message. */
  readonly allowed: string
  /** The default, in words or as the value itself. */
  readonly default: string
  readonly purpose: string
}
