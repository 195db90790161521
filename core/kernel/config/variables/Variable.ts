import type { Config } from "effect"

/** The three kinds of process that one program runs as. */
export const ROLES = ["web", "chat", "worker"] as const
export type Role = (typeof ROLES)[number]

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const
export type LogLevelName = (typeof LOG_LEVELS)[number]

export const MASTER_KEY_BYTES = 32

/** An environment variable: its name, how it is read, and what people are told about it. */
export interface Variable<T> {
  readonly name: string
  readonly config: Config.Config<T>
  /** What a value may be, for the refusal of a wrong one. */
  readonly allowed: string
  /** What holds when it is not set, in words or as the value itself. */
  readonly default: string
  readonly purpose: string
}
