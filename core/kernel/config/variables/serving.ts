import { Config, Redacted, Schema } from "effect"
import {
  DatabaseUrl,
  DrainSeconds,
  FeedSeconds,
  Host,
  HostAndPort,
  list,
  MasterKey,
  NatsUrls,
  Origin,
  optional,
  ProxyCount,
  SeenMs,
  SocketAddress,
  schema,
  Token,
} from "../values.ts"
import { LOG_LEVELS, type LogLevelName, MASTER_KEY_BYTES, ROLES, type Role, type Variable } from "./Variable.ts"

/** Settings of every process: its role, ports, storage and permitted fetches. */
export const servingVariables = {
  stage: {
    name: "STAGE",
    config: Config.Literals(["development", "test", "production"], "STAGE").pipe(Config.withDefault("development")),
    allowed: "development, test or production",
    default: "development",
    purpose: "The kind of this installation. It sets the defaults of PUBLIC_ORIGIN, CHAT_PORT and DEMO.",
  },
  roles: {
    name: "ROLES",
    config: list<Role>(Schema.Literals(ROLES), "ROLES", ROLES),
    allowed: "one or more of web, chat, worker, keeper and console, separated by commas",
    default: "web,chat,worker,keeper,console",
    purpose: "The processes that this machine runs.",
  },
  host: {
    name: "HOST",
    config: schema(Host, "HOST").pipe(Config.withDefault("127.0.0.1")),
    allowed: "an address or a host name to listen on",
    default: "127.0.0.1",
    purpose: "The address that web and chat listen on. 0.0.0.0 accepts connections from other machines.",
  },
  port: {
    name: "PORT",
    config: Config.Port("PORT").pipe(Config.withDefault(4321)),
    allowed: "a port number from 1 to 65535",
    default: "4321",
    purpose: "The port of the site and of /api.",
  },
  chatPort: {
    name: "CHAT_PORT",
    config: optional(Config.Port("CHAT_PORT")),
    allowed: "a port number from 1 to 65535",
    default: "446 in production, else 4460",
    purpose: "The port of the chat socket.",
  },
  chatUrl: {
    name: "CHAT_URL",
    config: optional(schema(SocketAddress, "CHAT_URL")),
    allowed: "an address like wss://chat.example.org",
    default: "the host of PUBLIC_ORIGIN with CHAT_PORT",
    purpose: "The address at which browsers reach the chat socket, if a proxy changes it.",
  },
  chatTlsCert: {
    name: "CHAT_TLS_CERT",
    config: optional(Config.NonEmptyString("CHAT_TLS_CERT")),
    allowed: "the path of a PEM file",
    default: "none: TLS ends at a proxy in front",
    purpose: "The certificate chain of the chat socket, if it terminates TLS itself.",
  },
  chatTlsKey: {
    name: "CHAT_TLS_KEY",
    config: optional(Config.NonEmptyString("CHAT_TLS_KEY")),
    allowed: "the path of a PEM file",
    default: "none; CHAT_TLS_CERT needs it",
    purpose: "The key of that certificate.",
  },
  chatEcho: {
    name: "CHAT_ECHO",
    config: Config.Boolean("CHAT_ECHO").pipe(Config.withDefault(false)),
    allowed: "1 or 0",
    default: "0",
    purpose:
      "Whether /echo at the chat socket returns what it receives. Only for WebSocket test suites, never in production.",
  },
  natsUrl: {
    name: "NATS_URL",
    config: optional(schema(NatsUrls, "NATS_URL").pipe(Config.map(Redacted.make))),
    allowed: "addresses like nats://user:password@host:4222, or tls://, several of one cluster separated by commas",
    default: "none: a single chat process, which does not start if another one runs",
    purpose: "The NATS servers that connect several chat processes.",
  },
  productionHost: {
    name: "PRODUCTION_HOST",
    config: optional(schema(Host, "PRODUCTION_HOST")),
    allowed: "a host name",
    default: "none",
    purpose: "The public host when STAGE is production: https://PRODUCTION_HOST is the default of PUBLIC_ORIGIN.",
  },
  testHost: {
    name: "TEST_HOST",
    config: optional(schema(Host, "TEST_HOST")),
    allowed: "a host name",
    default: "none",
    purpose: "The public host when STAGE is test.",
  },
  publicOrigin: {
    name: "PUBLIC_ORIGIN",
    config: optional(schema(Origin, "PUBLIC_ORIGIN")),
    allowed: "http:// or https:// and a host, without a path",
    default: "from the stage's host, else http://localhost:PORT",
    purpose: "The public address of the site.",
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(ProxyCount)), "TRUSTED_PROXIES").pipe(
      Config.withDefault(0),
    ),
    allowed: "a whole number from 0 to 10",
    default: "0",
    purpose: "The number of trusted proxies in front that append to X-Forwarded-For. 0 ignores the header.",
  },
  chatTrustedProxies: {
    name: "CHAT_TRUSTED_PROXIES",
    config: optional(schema(Schema.FiniteFromString.pipe(Schema.decodeTo(ProxyCount)), "CHAT_TRUSTED_PROXIES")),
    allowed: "a whole number from 0 to 10",
    default: "TRUSTED_PROXIES, but 0 with CHAT_TLS_CERT",
    purpose: "The same for the chat socket, which may have other proxies than the site.",
  },
  databaseUrl: {
    name: "DATABASE_URL",
    config: optional(schema(DatabaseUrl, "DATABASE_URL").pipe(Config.map(Redacted.make))),
    allowed: "a connection string like postgres://user:password@host:5432/database",
    default: "the embedded PostgreSQL",
    purpose:
      "Your own PostgreSQL 18. With several hosts (host1:5432,host2:5432), the one that is the primary is used, also after a failover.",
  },
  databaseReplicaUrl: {
    name: "DATABASE_REPLICA_URL",
    config: optional(schema(DatabaseUrl, "DATABASE_REPLICA_URL").pipe(Config.map(Redacted.make))),
    allowed: "a connection string with one or more hosts",
    default: "none",
    purpose:
      "Standbys of that PostgreSQL, each under a host of its own. Pages and queries of calls read from them once they have what their reader wrote. The primary may be among them.",
  },
  dataDirectory: {
    name: "QUIRE_DATA_DIR",
    config: Config.NonEmptyString("QUIRE_DATA_DIR").pipe(Config.withDefault(".quire")),
    allowed: "the path of a directory",
    default: ".quire",
    purpose: "The directory of the embedded PostgreSQL, keys and caches.",
  },
  masterKey: {
    name: "MASTER_KEY",
    config: optional(
      schema(MasterKey, "MASTER_KEY").pipe(
        Config.map((text) => Redacted.make(new Uint8Array(Buffer.from(text, "hex")))),
      ),
    ),
    allowed: `${MASTER_KEY_BYTES * 2} hexadecimal digits`,
    default: "generated once and stored in QUIRE_DATA_DIR",
    purpose: "Encrypts the keys of personal data. Without it that data is lost. Back it up separately.",
  },
  logLevel: {
    name: "LOG_LEVEL",
    config: Config.Literals(LOG_LEVELS, "LOG_LEVEL").pipe(Config.withDefault<LogLevelName>("info")),
    allowed: LOG_LEVELS.join(", "),
    default: "info",
    purpose: "The minimum level of log lines.",
  },
  logFormat: {
    name: "LOG_FORMAT",
    config: Config.Literals(["auto", "pretty", "json"], "LOG_FORMAT").pipe(Config.withDefault("auto")),
    allowed: "auto, pretty or json",
    default: "auto",
    purpose: "The format of log lines. auto is pretty in a terminal and JSON elsewhere.",
  },
  metricsToken: {
    name: "METRICS_TOKEN",
    config: optional(schema(Token, "METRICS_TOKEN").pipe(Config.map(Redacted.make))),
    allowed: "16 to 200 letters, digits and ._~+/=-",
    default: "none",
    purpose:
      "The bearer token for /metrics. Without it, only this machine may read /metrics, and only if PUBLIC_ORIGIN is an address of this machine.",
  },
  workerPort: {
    name: "WORKER_PORT",
    config: optional(Config.Port("WORKER_PORT")),
    allowed: "a port number from 1 to 65535",
    default: "none",
    purpose: "The port on which the worker serves /metrics and its probes.",
  },
  drainSeconds: {
    name: "DRAIN_SECONDS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(DrainSeconds)), "DRAIN_SECONDS").pipe(
      Config.withDefault(0),
    ),
    allowed: "a whole number from 0 to 60",
    default: "0",
    purpose:
      "How many seconds a process keeps serving after SIGTERM while /readyz refuses, so that a load balancer stops sending requests to it.",
  },
  readYourWritesMs: {
    name: "READ_YOUR_WRITES_MS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(SeenMs)), "READ_YOUR_WRITES_MS").pipe(
      Config.withDefault(250),
    ),
    allowed: "a whole number from 0 to 60000",
    default: "250",
    purpose:
      "How many milliseconds a response waits for read models to include the person's own commands before it shows an older state.",
  },
  allowPrivateFetch: {
    name: "ALLOW_PRIVATE_FETCH",
    config: list(HostAndPort, "ALLOW_PRIVATE_FETCH", []),
    allowed: "host:port, several separated by commas",
    default: "none",
    purpose: "Private addresses and unusual ports that the fetcher may reach. The demo adds its own publisher.",
  },
  feedSecondsMin: {
    name: "FEED_SECONDS_MIN",
    config: optional(schema(Schema.FiniteFromString.pipe(Schema.decodeTo(FeedSeconds)), "FEED_SECONDS_MIN")),
    allowed: "a whole number from 10 to 86400",
    default: "900; 60 with the demo",
    purpose:
      "The minimum number of seconds between two polls of one feed. Less than 900 applies only to hosts in ALLOW_PRIVATE_FETCH.",
  },
} as const satisfies Record<string, Variable<unknown>>
