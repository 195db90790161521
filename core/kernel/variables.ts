import { Config, Redacted, Schema } from "effect"
import {
  BlockSeconds,
  Characters,
  DatabaseUrl,
  EngineUrl,
  ExplorerUrl,
  FeedSeconds,
  HashMemory,
  HashPasses,
  Host,
  HostAndPort,
  IndexPrefix,
  list,
  MailAddress,
  MasterKey,
  Model,
  NatsUrl,
  NodeUrl,
  Origin,
  optional,
  Percent,
  ProxyCount,
  Quorum,
  RateSeconds,
  RateSources,
  Region,
  Secret,
  Seed,
  SmtpUrl,
  SocketAddress,
  schema,
  ThirdParties,
  Token,
  UserAndPassword,
} from "./values.ts"

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
  readonly standard: string
  readonly purpose: string
}

/** Every environment variable that the product reads. `.env.example` and docs/operations.md list the same ones. */
export const variables = {
  stage: {
    name: "STAGE",
    config: Config.Literals(["development", "test", "production"], "STAGE").pipe(Config.withDefault("development")),
    allowed: "development, test or production",
    standard: "development",
    purpose: "What this installation is for. It decides the standards of PUBLIC_ORIGIN, CHAT_PORT and DEMO.",
  },
  roles: {
    name: "ROLES",
    config: list<Role>(Schema.Literals(ROLES), "ROLES", ROLES),
    allowed: "some of web, chat and worker, joined by commas",
    standard: "web,chat,worker",
    purpose: "Which processes this machine runs.",
  },
  host: {
    name: "HOST",
    config: schema(Host, "HOST").pipe(Config.withDefault("127.0.0.1")),
    allowed: "an address or a host name to listen on",
    standard: "127.0.0.1",
    purpose: "Where web and chat listen. 0.0.0.0 opens them to other machines.",
  },
  port: {
    name: "PORT",
    config: Config.Port("PORT").pipe(Config.withDefault(4321)),
    allowed: "a port number from 1 to 65535",
    standard: "4321",
    purpose: "The port of the site and of /api.",
  },
  chatPort: {
    name: "CHAT_PORT",
    config: optional(Config.Port("CHAT_PORT")),
    allowed: "a port number from 1 to 65535",
    standard: "446 in production, else 4460",
    purpose: "The port of the chat socket.",
  },
  chatUrl: {
    name: "CHAT_URL",
    config: optional(schema(SocketAddress, "CHAT_URL")),
    allowed: "an address like wss://chat.example.org",
    standard: "the host of PUBLIC_ORIGIN with CHAT_PORT",
    purpose: "The address at which browsers reach the chat socket, where a proxy changes it.",
  },
  chatTlsCert: {
    name: "CHAT_TLS_CERT",
    config: optional(Config.NonEmptyString("CHAT_TLS_CERT")),
    allowed: "the path of a PEM file",
    standard: "none: TLS ends at a proxy in front",
    purpose: "The certificate, with those that vouch for it, by which the chat socket speaks TLS itself.",
  },
  chatTlsKey: {
    name: "CHAT_TLS_KEY",
    config: optional(Config.NonEmptyString("CHAT_TLS_KEY")),
    allowed: "the path of a PEM file",
    standard: "none; CHAT_TLS_CERT needs it",
    purpose: "The key of that certificate.",
  },
  chatEcho: {
    name: "CHAT_ECHO",
    config: Config.Boolean("CHAT_ECHO").pipe(Config.withDefault(false)),
    allowed: "1 or 0",
    standard: "0",
    purpose:
      "Whether /echo at the chat socket sends back what it gets. For suites that judge the WebSocket; never in production.",
  },
  natsUrl: {
    name: "NATS_URL",
    config: optional(schema(NatsUrl, "NATS_URL").pipe(Config.map(Redacted.make))),
    allowed: "an address like nats://user:password@host:4222, or tls://",
    standard: "none: one chat process, which refuses to start beside another",
    purpose: "The NATS server over which several chat processes hear each other.",
  },
  productionHost: {
    name: "PRODUCTION_HOST",
    config: optional(schema(Host, "PRODUCTION_HOST")),
    allowed: "a host name",
    standard: "none",
    purpose: "The public host when STAGE is production: https://PRODUCTION_HOST is the standard of PUBLIC_ORIGIN.",
  },
  testHost: {
    name: "TEST_HOST",
    config: optional(schema(Host, "TEST_HOST")),
    allowed: "a host name",
    standard: "none",
    purpose: "The public host when STAGE is test.",
  },
  publicOrigin: {
    name: "PUBLIC_ORIGIN",
    config: optional(schema(Origin, "PUBLIC_ORIGIN")),
    allowed: "http:// or https:// and a host, without a path",
    standard: "from the stage's host, else http://localhost:PORT",
    purpose: "The address at which readers reach the site.",
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(ProxyCount)), "TRUSTED_PROXIES").pipe(
      Config.withDefault(0),
    ),
    allowed: "a whole number from 0 to 10",
    standard: "0",
    purpose: "How many proxies stand in front and add to X-Forwarded-For. 0: the header is not believed.",
  },
  databaseUrl: {
    name: "DATABASE_URL",
    config: optional(schema(DatabaseUrl, "DATABASE_URL").pipe(Config.map(Redacted.make))),
    allowed: "a connection string like postgres://user:password@host:5432/database",
    standard: "the embedded PostgreSQL",
    purpose: "A PostgreSQL 18 of your own.",
  },
  dataDirectory: {
    name: "QUIRE_DATA_DIR",
    config: Config.NonEmptyString("QUIRE_DATA_DIR").pipe(Config.withDefault(".quire")),
    allowed: "the path of a directory",
    standard: ".quire",
    purpose: "Where the embedded PostgreSQL, keys and caches are kept.",
  },
  masterKey: {
    name: "MASTER_KEY",
    config: optional(
      schema(MasterKey, "MASTER_KEY").pipe(
        Config.map((text) => Redacted.make(new Uint8Array(Buffer.from(text, "hex")))),
      ),
    ),
    allowed: `${MASTER_KEY_BYTES * 2} hexadecimal digits`,
    standard: "made once and kept in QUIRE_DATA_DIR",
    purpose: "Wraps the keys that seal personal data. Whoever loses it loses that data; back it up apart.",
  },
  logLevel: {
    name: "LOG_LEVEL",
    config: Config.Literals(LOG_LEVELS, "LOG_LEVEL").pipe(Config.withDefault<LogLevelName>("info")),
    allowed: LOG_LEVELS.join(", "),
    standard: "info",
    purpose: "From which level on log lines are written.",
  },
  logFormat: {
    name: "LOG_FORMAT",
    config: Config.Literals(["auto", "pretty", "json"], "LOG_FORMAT").pipe(Config.withDefault("auto")),
    allowed: "auto, pretty or json",
    standard: "auto",
    purpose: "auto is pretty in a terminal and JSON elsewhere.",
  },
  metricsToken: {
    name: "METRICS_TOKEN",
    config: optional(schema(Token, "METRICS_TOKEN").pipe(Config.map(Redacted.make))),
    allowed: "16 to 200 letters, digits and ._~+/=-",
    standard: "none",
    purpose:
      "Who shows it (Authorization: Bearer ...) may read /metrics. Without one only this machine may, and not through a proxy.",
  },
  workerPort: {
    name: "WORKER_PORT",
    config: optional(Config.Port("WORKER_PORT")),
    allowed: "a port number from 1 to 65535",
    standard: "none",
    purpose: "The port at which the worker answers /healthz and /metrics.",
  },
  allowPrivateFetch: {
    name: "ALLOW_PRIVATE_FETCH",
    config: list(HostAndPort, "ALLOW_PRIVATE_FETCH", []),
    allowed: "host:port, several joined by commas",
    standard: "none",
    purpose: "Private addresses and unusual ports that the fetcher may reach. The demo's publisher adds itself.",
  },
  feedSecondsMin: {
    name: "FEED_SECONDS_MIN",
    config: optional(schema(Schema.FiniteFromString.pipe(Schema.decodeTo(FeedSeconds)), "FEED_SECONDS_MIN")),
    allowed: "a whole number from 10 to 86400",
    standard: "900; 60 with the demo",
    purpose:
      "How many seconds at least lie between two looks at one feed. Less than 900 holds for hosts in ALLOW_PRIVATE_FETCH alone.",
  },
  aiUrl: {
    name: "AI_URL",
    config: optional(schema(EngineUrl, "AI_URL")),
    allowed: "an address like http://localhost:11434/v1",
    standard: "none: the product offers no writing, and no translation without TRANSLATE_URL",
    purpose:
      "A server that speaks the chat completions protocol of OpenAI (Ollama, vLLM, llama.cpp, hosted ones): what /chat/completions follows.",
  },
  aiModel: {
    name: "AI_MODEL",
    config: optional(schema(Model, "AI_MODEL")),
    allowed: "the name of a model, up to 200 letters, digits and .:/_+-",
    standard: "none; AI_URL needs it",
    purpose: "The model that AI_URL is asked for.",
  },
  aiKey: {
    name: "AI_KEY",
    config: optional(schema(Secret, "AI_KEY").pipe(Config.map(Redacted.make))),
    allowed: "up to 500 visible characters",
    standard: "none",
    purpose: "What AI_URL is shown (Authorization: Bearer ...), where it asks for it.",
  },
  translateUrl: {
    name: "TRANSLATE_URL",
    config: optional(schema(EngineUrl, "TRANSLATE_URL")),
    allowed: "an address like http://localhost:5000",
    standard: "none: AI_URL translates, where there is one",
    purpose: "A LibreTranslate server that translates.",
  },
  translateKey: {
    name: "TRANSLATE_KEY",
    config: optional(schema(Secret, "TRANSLATE_KEY").pipe(Config.map(Redacted.make))),
    allowed: "up to 500 visible characters",
    standard: "none",
    purpose: "The key that TRANSLATE_URL is shown, where it asks for one.",
  },
  assistPersonCharacters: {
    name: "AI_PERSON_CHARACTERS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Characters)), "AI_PERSON_CHARACTERS").pipe(
      Config.withDefault(60_000),
    ),
    allowed: "a whole number from 0 to 1000000000000",
    standard: "60000",
    purpose: "How many characters one person may have translated and written on a day (UTC).",
  },
  assistDayCharacters: {
    name: "AI_DAY_CHARACTERS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Characters)), "AI_DAY_CHARACTERS").pipe(
      Config.withDefault(2_000_000),
    ),
    allowed: "a whole number from 0 to 1000000000000",
    standard: "2000000",
    purpose: "The same for everybody together.",
  },
  searchUrl: {
    name: "SEARCH_URL",
    config: optional(schema(EngineUrl, "SEARCH_URL")),
    allowed: "an address like https://search.example.org:9200",
    standard: "none: PostgreSQL answers searches",
    purpose:
      "An OpenSearch cluster, for libraries of many millions of items. It answers once an operator lets it: ops search.",
  },
  searchAuth: {
    name: "SEARCH_AUTH",
    config: optional(schema(UserAndPassword, "SEARCH_AUTH").pipe(Config.map(Redacted.make))),
    allowed: "a user and a password joined by a colon",
    standard: "none",
    purpose: "What SEARCH_URL is shown (Authorization: Basic ...), where it asks for it.",
  },
  searchPrefix: {
    name: "SEARCH_PREFIX",
    config: schema(IndexPrefix, "SEARCH_PREFIX").pipe(Config.withDefault("quire")),
    allowed: "up to 40 small letters, digits and -_, a letter first",
    standard: "quire",
    purpose: "What the names of our indexes in the cluster begin with.",
  },
  signUp: {
    name: "SIGN_UP",
    config: Config.Literals(["open", "invited"], "SIGN_UP").pipe(Config.withDefault("open")),
    allowed: "open or invited",
    standard: "open",
    purpose: "Who may get an account: everybody, or only who brings an invitation (ops accounts invite, and members).",
  },
  passwordMemoryKib: {
    name: "PASSWORD_MEMORY_KIB",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(HashMemory)), "PASSWORD_MEMORY_KIB").pipe(
      Config.withDefault(65_536),
    ),
    allowed: "a whole number from 8 to 1048576",
    standard: "65536",
    purpose: "Memory that the hash of one password takes (Argon2id), in KiB. Less than the standard is for tests.",
  },
  passwordPasses: {
    name: "PASSWORD_PASSES",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(HashPasses)), "PASSWORD_PASSES").pipe(
      Config.withDefault(3),
    ),
    allowed: "a whole number from 1 to 20",
    standard: "3",
    purpose: "How often that memory is gone through.",
  },
  demo: {
    name: "DEMO",
    config: optional(Config.Boolean("DEMO")),
    allowed: "true or false",
    standard: "true in development, else false",
    purpose: "Fill an empty database with the demo library and run its publisher.",
  },
  demoPort: {
    name: "DEMO_PORT",
    config: Config.Port("DEMO_PORT").pipe(Config.withDefault(4470)),
    allowed: "a port number from 1 to 65535",
    standard: "4470",
    purpose: "The port of 127.0.0.1 that the demo's publisher serves its feeds on.",
  },
  thirdParties: {
    name: "THIRD_PARTIES",
    config: schema(ThirdParties, "THIRD_PARTIES").pipe(Config.withDefault([]), Config.map(Redacted.make)),
    allowed:
      'JSON like [{"id":"example","name":"Example","issuer":"https://id.example.org","clientId":"…","clientSecret":"…"}]',
    standard: "none",
    purpose:
      "OpenID Connect issuers that people may sign in through, ten at most. Register PUBLIC_ORIGIN/thirdparty/ID/callback with each.",
  },
  smtpUrl: {
    name: "SMTP_URL",
    config: optional(schema(SmtpUrl, "SMTP_URL").pipe(Config.map(Redacted.make))),
    allowed: "an address like smtp://user:password@mail.example.org:587, or smtps://",
    standard: "none: mail stays in the database, for ops mail",
    purpose: "The server that mail is handed to.",
  },
  mailFrom: {
    name: "MAIL_FROM",
    config: optional(schema(MailAddress, "MAIL_FROM")),
    allowed: "a mail address",
    standard: "CONTACT_EMAIL",
    purpose: "Whom mail comes from.",
  },
  rateSources: {
    name: "RATE_SOURCES",
    config: schema(RateSources, "RATE_SOURCES").pipe(Config.withDefault([])),
    allowed:
      'JSON like [{"name":"Example","url":"https://api.example.org/ticker","prices":{"BTC/USD":"/data/0/last","LTC/EUR":"/data/1/last"}}]',
    standard: "none: fixed demo rates, which are shown as such",
    purpose:
      'Public endpoints that tell prices, 20 at most. A price is named by its place in the JSON of the answer (JSON Pointer); "time" may name the place of its moment.',
  },
  rateQuorum: {
    name: "RATE_QUORUM",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Quorum)), "RATE_QUORUM").pipe(Config.withDefault(2)),
    allowed: "a whole number from 1 to 20",
    standard: "2",
    purpose: "How many sources have to agree on a price before it counts.",
  },
  rateSpreadPercent: {
    name: "RATE_SPREAD_PERCENT",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Percent)), "RATE_SPREAD_PERCENT").pipe(
      Config.withDefault(2),
    ),
    allowed: "a whole number from 0 to 50",
    standard: "2",
    purpose: "How far from the median of all a price may be and still agree with it, in percent.",
  },
  rateSeconds: {
    name: "RATE_SECONDS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(RateSeconds)), "RATE_SECONDS").pipe(
      Config.withDefault(300),
    ),
    allowed: "a whole number from 10 to 86400",
    standard: "300",
    purpose: "How often prices are asked for. What is three times as old prices nothing any more.",
  },
  simBlockSeconds: {
    name: "SIM_BLOCK_SECONDS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(BlockSeconds)), "SIM_BLOCK_SECONDS").pipe(
      Config.withDefault(15),
    ),
    allowed: "a whole number from 1 to 3600",
    standard: "15",
    purpose:
      "How many seconds lie between two blocks of a demo chain. Blocks come only while somebody waits for one; ops wallet sim makes them at once.",
  },
  btcExplorer: {
    name: "BTC_EXPLORER",
    config: optional(schema(ExplorerUrl, "BTC_EXPLORER")),
    allowed: "an address with {txid} in it, like https://explorer.example/tx/{txid}",
    standard: "none: transactions are shown without a link",
    purpose: "Where somebody's deposit or withdrawal on this chain can be looked up.",
  },
  bchExplorer: {
    name: "BCH_EXPLORER",
    config: optional(schema(ExplorerUrl, "BCH_EXPLORER")),
    allowed: "an address with {txid} in it, like https://explorer.example/tx/{txid}",
    standard: "none: transactions are shown without a link",
    purpose: "Where somebody's deposit or withdrawal on this chain can be looked up.",
  },
  ltcExplorer: {
    name: "LTC_EXPLORER",
    config: optional(schema(ExplorerUrl, "LTC_EXPLORER")),
    allowed: "an address with {txid} in it, like https://explorer.example/tx/{txid}",
    standard: "none: transactions are shown without a link",
    purpose: "Where somebody's deposit or withdrawal on this chain can be looked up.",
  },
  btcNode: {
    name: "BTC_NODE",
    config: optional(schema(NodeUrl, "BTC_NODE").pipe(Config.map(Redacted.make))),
    allowed: "an address like http://user:password@127.0.0.1:8332, with /regtest behind it for a chain of tests",
    standard: "none: a demo chain without real coins",
    purpose: "A Bitcoin Core or Knots of your own, 24 or newer. Its wallet watches; keys are with the signer.",
  },
  bchNode: {
    name: "BCH_NODE",
    config: optional(schema(NodeUrl, "BCH_NODE").pipe(Config.map(Redacted.make))),
    allowed: "an address like http://user:password@127.0.0.1:8332, with /regtest behind it for a chain of tests",
    standard: "none: a demo chain without real coins",
    purpose: "A Bitcoin Cash Node of your own. Not tried against a live one yet.",
  },
  ltcNode: {
    name: "LTC_NODE",
    config: optional(schema(NodeUrl, "LTC_NODE").pipe(Config.map(Redacted.make))),
    allowed: "an address like http://user:password@127.0.0.1:9332, with /regtest behind it for a chain of tests",
    standard: "none: a demo chain without real coins",
    purpose: "A Litecoin Core of your own, 0.21 or newer.",
  },
  walletSigner: {
    name: "WALLET_SIGNER",
    config: optional(Config.NonEmptyString("WALLET_SIGNER")),
    allowed: "the path of a Unix socket",
    standard: "none: the worker starts one",
    purpose: "Where the signer listens that holds the private keys, run apart as a user of its own.",
  },
  walletSeedFile: {
    name: "WALLET_SEED_FILE",
    config: optional(Config.NonEmptyString("WALLET_SEED_FILE")),
    allowed: "the path of a file of mode 0600 with 32 to 128 hexadecimal digits",
    standard: "wallet-seed in QUIRE_DATA_DIR, made there while no chain has real coins",
    purpose:
      "What all keys come from, for the signer that the worker starts. Whoever has it has the coins; keep a copy apart.",
  },
  walletSeed: {
    name: "WALLET_SEED",
    config: optional(schema(Seed, "WALLET_SEED").pipe(Config.map(Redacted.make))),
    allowed: "32 to 128 hexadecimal digits",
    standard: "none: WALLET_SEED_FILE",
    purpose: "The same without a file, where secrets come by the environment.",
  },
  s3Url: {
    name: "S3_URL",
    config: optional(schema(EngineUrl, "S3_URL")),
    allowed: "an address like https://s3.example.org/bucket",
    standard: "none: pictures are kept in QUIRE_DATA_DIR",
    purpose: "A bucket of an S3-compatible server, for pictures that people bring. Several machines need one.",
  },
  s3Region: {
    name: "S3_REGION",
    config: schema(Region, "S3_REGION").pipe(Config.withDefault("us-east-1")),
    allowed: "up to 60 small letters, digits and -",
    standard: "us-east-1",
    purpose: "The region that requests to S3_URL are signed for.",
  },
  s3Key: {
    name: "S3_KEY",
    config: optional(schema(UserAndPassword, "S3_KEY").pipe(Config.map(Redacted.make))),
    allowed: "an access key and a secret key joined by a colon",
    standard: "none; S3_URL needs it",
    purpose: "What requests to S3_URL are signed with.",
  },
  contactEmail: {
    name: "CONTACT_EMAIL",
    config: schema(MailAddress, "CONTACT_EMAIL").pipe(Config.withDefault("contact@quire.example")),
    allowed: "a mail address",
    standard: "contact@quire.example",
    purpose: "Where the footer's contact link leads.",
  },
} as const satisfies Record<string, Variable<unknown>>
