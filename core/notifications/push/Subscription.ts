import type { PushTarget } from "./encrypt.ts"

/** A browser that is pushed to. Times are milliseconds since 1970. */
export type Subscription = PushTarget & {
  readonly key: string
  readonly endpoint: string
  /** Primary language subtag of the news that are wished for; null for all. */
  readonly language: string | null
  /** When the newest news was published that it was told of; null where it was told of none. */
  readonly seenMs: number | null
  /** Pushes in a row that did not arrive. */
  readonly failures: number
}

export type Subscribing = Omit<Subscription, "key" | "failures"> & {
  /** The endpoint whose place it takes, with what that browser was told already. */
  readonly replaces: string | null
}
