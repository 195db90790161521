import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"

/** The header of a request as a reader of the search for leaks, and of the answer, which names the level that was seen. */
export const PROBE_HEADER = "x-quire-probe"
/** How long a token is valid, and how much the clocks of two hosts may differ. */
const PROBE_TOKEN_MS_MAX = 60_000
const CLOCK_MS_MAX = 60_000

/** Calls of Feed that a probe may send: they only read. */
export const PROBED_CALLS = [
  ...["ViewContent", "ViewContentWithCreator", "LoadComments", "ListContentWithCreator", "SearchNews"],
  ...["LoadLastestContent", "LoadAllNews", "LoadNews", "LoadLongNews"],
] as const

/** 0: signed in, and no subscriber of anybody; 2: a subscriber of everybody. */
export type ProbeLevel = 0 | 2

/** One request for a path with its query. */
export type Probe = { readonly method: string; readonly target: string; readonly level: ProbeLevel }

/**
 * Tokens with which the search for leaks asks the site as a signed-in reader, at the address that readers use. A token is for
 * one method and one path with its query, for a minute, and signed with a key of its own that is derived from the master key.
 * It only reads, and there is no account behind it: who finds one sees one address as a subscriber without money sees it.
 */
export class LeakProbes extends Context.Service<
  LeakProbes,
  {
    tokenOf(probe: Probe, nowMs: number): string
    /** The level of the reader of a request; null if the token is wrong, too old, or of another request. */
    read(token: string, request: Omit<Probe, "level">, nowMs: number): ProbeLevel | null
  }
>()("core/publishing/LeakProbes") {
  static readonly layer = Layer.effect(
    LeakProbes,
    Effect.map(AppConfig, ({ masterKey }) => makeLeakProbes(Redacted.value(masterKey))),
  )
}

const KEY_BYTES = 32
const TOKEN = /^([02])\.(\d{13})\.([\w-]{43})$/
const CALLS: ReadonlySet<string> = new Set(PROBED_CALLS.map((name) => `/api/Feed/${name}`))

export const makeLeakProbes = (masterKey: Uint8Array) => {
  const key = Buffer.from(hkdfSync("sha256", masterKey, "", "quire: the search for leaks", KEY_BYTES))
  const macOf = ({ method, target, level }: Probe, untilMs: string) =>
    createHmac("sha256", key).update(`${level}\n${untilMs}\n${method}\n${target}`).digest()

  return LeakProbes.of({
    tokenOf: (probe, nowMs) => {
      const untilMs = String(nowMs + PROBE_TOKEN_MS_MAX)
      return `${probe.level}.${untilMs}.${macOf(probe, untilMs).toString("base64url")}`
    },
    read: (token, { method, target }, nowMs) => {
      const [, named, untilMs = "", mac = ""] = TOKEN.exec(token) ?? []
      if (named === undefined || !isReading(method, target)) return null
      const level: ProbeLevel = named === "2" ? 2 : 0
      if (!timingSafeEqual(Buffer.from(mac, "base64url"), macOf({ method, target, level }, untilMs))) return null
      const leftMs = Number(untilMs) - nowMs
      // A clock that is far ahead makes no token that lasts.
      return leftMs < -CLOCK_MS_MAX || leftMs > PROBE_TOKEN_MS_MAX + CLOCK_MS_MAX ? null : level
    },
  })
}

const isReading = (method: string, target: string): boolean =>
  method === "GET" ? !target.startsWith("/api/") : method === "POST" && CALLS.has(target)
