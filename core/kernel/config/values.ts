import { createPrivateKey } from "node:crypto"
import { Config, Schema } from "effect"

// Parsers for the values of environment variables.

/** Reads an optional variable. */
export const optional = <T>(config: Config.Config<T>): Config.Config<T | undefined> =>
  config.pipe(Config.withDefault<T | undefined>(undefined))

/** Reads comma-separated values, trimmed. */
export const list = <T extends string>(item: Schema.Codec<T, string>, name: string, fallback: ReadonlyArray<T>) =>
  Config.Array(Schema.Trim.pipe(Schema.decodeTo(item)), name).pipe(Config.withDefault(fallback))

/** Reads a number with a check. */
export const number = <T>(codec: Schema.Codec<T, number>, name: string) =>
  schema(Schema.FiniteFromString.pipe(Schema.decodeTo(codec)), name)

export const schema = <T>(codec: Schema.Codec<T, string>, name: string) => Config.schema(codec, name)

export const Host = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9.:-]{1,253}$/))
export const HostAndPort = Schema.String.check(Schema.isPattern(/^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):\d{1,5}$/))
export const Origin = Schema.String.check(Schema.isPattern(/^https?:\/\/[^/?#\s@]+$/))
export const SocketAddress = Schema.String.check(Schema.isPattern(/^wss?:\/\/[^/?#\s@]+(\/[^?#\s]*)?$/))
export const DatabaseUrl = Schema.String.check(Schema.isPattern(/^postgres(ql)?:\/\/\S+$/))
export const MasterKey = Schema.String.check(Schema.isPattern(/^[0-9A-Fa-f]{64}$/))
/** A public channel or an invitation of Telegram. */
export const TelegramUrl = Schema.String.check(Schema.isPattern(/^https:\/\/t\.me\/(?:\w{5,32}|\+[\w-]{5,64})$/))
export const MailAddress = Schema.String.check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/))
/** Up to 20 of them, separated by commas. */
export const MailAddresses = Schema.String.check(Schema.isPattern(/^[^\s@,]+@[^\s@,]+(?:, ?[^\s@,]+@[^\s@,]+){0,19}$/))
/** URL template of a block explorer's transaction page. */
export const ExplorerUrl = Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s{}@]+\{txid\}[^\s{}]*$/))
/** URL of a node with our user name and password; the suffix /regtest marks a developer's own chain. */
export const NodeUrl = Schema.String.check(
  Schema.isPattern(/^https?:\/\/[^:/?#\s@]+:[^/?#\s@]+@[^/?#\s@]+(\/regtest)?\/?$/),
)
export const Seed = Schema.String.check(Schema.isPattern(/^([0-9A-Fa-f]{2}){16,64}$/))
/** Amount in coins of each chain, with at most eight decimals. */
export const SpendingLimits = Schema.String.check(
  Schema.isPattern(/^(?:(?:BTC|BCH|LTC)=\d{1,8}(?:\.\d{1,8})?(?:, ?(?!$)|$))+$/),
  Schema.makeFilter((text: string) => new Set(text.match(/[A-Z]+/g)).size === text.split(",").length),
)
export const BlockSeconds = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_600 }))
export const DrainSeconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))

export const SeenMs = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60_000 }))
export const FeedSeconds = Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 86_400 }))
export const SmtpUrl = Schema.String.check(Schema.isPattern(/^smtps?:\/\/[^/?#\s]+\/?$/))
export const NatsUrls = Schema.String.check(
  Schema.isPattern(/^(?:nats|tls):\/\/[^/?#\s,]+\/?(?:, ?(?:nats|tls):\/\/[^/?#\s,]+\/?){0,15}$/),
  Schema.makeFilter((text: string) => text.split(",").every((one) => URL.canParse(one.trim()))),
)
export const Region = Schema.String.check(Schema.isPattern(/^[a-z0-9-]{1,60}$/))
export const Token = Schema.String.check(Schema.isPattern(/^[\w.~+/=-]{16,200}$/))
export const EngineUrl = Schema.String.check(Schema.isPattern(/^https?:\/\/[^?#\s@]+$/))
export const Model = Schema.String.check(Schema.isPattern(/^[\w.:/+-]{1,200}$/))
export const Secret = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,500}$/))
export const UserAndPassword = Schema.String.check(Schema.isPattern(/^[^:\s]{1,100}:\S{1,300}$/))
export const IndexPrefix = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_-]{0,39}$/))
export const Characters = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000_000 }))
export const HashMemory = Schema.Int.check(Schema.isBetween({ minimum: 8, maximum: 1_048_576 }))
export const HashPasses = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))
export const ConnectionCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))
export const Label = Schema.String.check(Schema.isPattern(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/))
export const Day = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/),
  Schema.makeFilter((text: string) => !Number.isNaN(Date.parse(text))),
)
const DKIM_BITS_MIN = 1_024
/** RSA, because not all receivers verify Ed25519 (RFC 8463). */
const isDkimKey = (text: string): boolean => {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs8" })
    return key.asymmetricKeyType === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= DKIM_BITS_MIN
  } catch {
    return false
  }
}
export const DkimKey = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/]{1,8000}=*$/), Schema.makeFilter(isDkimKey))
export const ProxyCount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 }))

/** Plain http is allowed only for an issuer on this machine. */
const Issuer = Schema.String.check(
  Schema.isPattern(/^(https:\/\/[^?#\s@]+|http:\/\/(localhost|127\.0\.0\.1):\d+[^?#\s@]*)$/),
)
const ThirdParty = Schema.Struct({
  /** Used in URLs. */
  id: Schema.String.check(Schema.isPattern(/^[a-z0-9-]{1,30}$/)),
  /** Shown on buttons. */
  name: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(40)),
  issuer: Issuer,
  clientId: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(300)),
  clientSecret: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(300)),
})
const THIRD_PARTIES_MAX = 10
export const ThirdParties = Schema.fromJsonString(Schema.Array(ThirdParty).check(Schema.isMaxLength(THIRD_PARTIES_MAX)))

/** A JSON Pointer (RFC 6901). */
const Pointer = Schema.String.check(Schema.isPattern(/^(?:\/(?:[^/~]|~[01])*){1,20}$/))
const PRICED_PAIR = /^(?:BTC|BCH|LTC)\/(?:USD|EUR)$/
/** Schema records drop unknown keys, but a mistyped pair must be refused. */
const namesPairs = (prices: Readonly<Record<string, string>>): boolean => {
  const names = Object.keys(prices)
  return names.length > 0 && names.every((name) => PRICED_PAIR.test(name))
}
const RateSource = Schema.Struct({
  /** Name of the source. Several URLs with the same name count as one source. */
  name: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(40)),
  url: Schema.String.check(Schema.isPattern(/^https?:\/\/[^#\s@]{1,1000}$/)),
  /** Pointer to the time of the prices, if the response contains one. */
  time: Schema.optionalKey(Pointer),
  /** Pointer to the price of each pair. */
  prices: Schema.Record(Schema.String, Pointer).check(Schema.makeFilter(namesPairs)),
})
const RATE_SOURCES_MAX = 20
export const RateSources = Schema.fromJsonString(Schema.Array(RateSource).check(Schema.isMaxLength(RATE_SOURCES_MAX)))
/** Part of a shell command of PostgreSQL. */
export const BackupDirectory = Schema.String.check(Schema.isPattern(/^\/[\w./-]{1,500}$/))
export const BackupSeconds = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_600 }))
export const Gigabytes = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))
export const Quorum = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: RATE_SOURCES_MAX }))
export const Percent = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50 }))
export const RateSeconds = Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 86_400 }))
/** Names and values without control characters, as in OTEL_EXPORTER_OTLP_HEADERS. */
export const HeaderList = Schema.String.check(
  Schema.isPattern(/^[\w-]{1,100}=[\x20-\x2b\x2d-\x7e]{1,500}(?:,[\w-]{1,100}=[\x20-\x2b\x2d-\x7e]{1,500}){0,19}$/),
)
export const Percentage = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
