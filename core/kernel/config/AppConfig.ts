import { ConfigProvider, Context, Effect, Layer, type Redacted, Result, Schema } from "effect"
import { bulkMailVariables } from "./variables/bulkMail.ts"
import { consoleVariables } from "./variables/console.ts"
import { enginesVariables } from "./variables/engines.ts"
import { identityVariables } from "./variables/identity.ts"
import { peopleVariables } from "./variables/people.ts"
import { servingVariables } from "./variables/serving.ts"
import { storageVariables } from "./variables/storage.ts"
import { telemetryVariables } from "./variables/telemetry.ts"
import type { Role, Variable } from "./variables/Variable.ts"
import { walletVariables } from "./variables/wallet.ts"

/** All environment variables of the product. `.env.example` and docs/operations.md list the same ones. */
export const variables = {
  ...servingVariables,
  ...consoleVariables,
  ...enginesVariables,
  ...peopleVariables,
  ...bulkMailVariables,
  ...walletVariables,
  ...identityVariables,
  ...storageVariables,
  ...telemetryVariables,
} as const satisfies Record<string, Variable<unknown>>

type Variables = typeof variables
type Read = { readonly [Key in keyof Variables]: Effect.Success<Variables[Key]["config"]> }

/** The decoded environment, with the settings derived from it. */
export interface Settings
  extends Omit<
    Read,
    | "chatPort"
    | "chatUrl"
    | "bounceTlsCert"
    | "bounceTlsKey"
    | "chatTlsCert"
    | "chatTlsKey"
    | "chatTrustedProxies"
    | "publicOrigin"
    | "consoleOrigin"
    | "demo"
  > {
  readonly chatPort: number
  /** Certificate and key, if the port for mail offers STARTTLS. */
  readonly bounceTls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Certificate and key, if the chat socket terminates TLS itself. */
  readonly chatTls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Number of proxies in front of the chat socket. */
  readonly chatTrustedProxies: number
  /** URL of the chat socket as browsers see it. */
  readonly chatUrl: string
  /** Scheme and host of the site as readers see it, without a trailing slash. */
  readonly publicOrigin: string
  /** Scheme and host of the operators' console, without a trailing slash. */
  readonly consoleOrigin: string
  readonly demo: boolean
}

/** Settings of a product process, where the variables provided by the supervisor are set. */
export interface AppSettings extends Omit<Settings, "databaseUrl" | "masterKey"> {
  readonly databaseUrl: Redacted.Redacted<string>
  readonly masterKey: Redacted.Redacted<Uint8Array>
}

/** One or more environment variables have a value that is not allowed. */
export class InvalidConfig extends Schema.TaggedError<InvalidConfig>()("InvalidConfig", {
  wrong: Schema.Array(Schema.Struct({ name: Schema.String, reason: Schema.String })),
}) {
  override get message(): string {
    return `The configuration is wrong:\n${this.wrong.map(({ name, reason }) => `  ${name} ${reason}`).join("\n")}`
  }
}

/** All environment variables, decoded once per process. */
export class AppConfig extends Context.Service<AppConfig, AppSettings>()("core/kernel/AppConfig") {
  /** Reads `process.env`. A wrong or missing value stops the start with a message that lists the allowed values. */
  static readonly layer = Layer.effect(
    AppConfig,
    Effect.suspend(() => Effect.fromResult(readAppSettings(process.env))),
  )

  /** For tests and scripts that already have the settings. */
  static layerOf(settings: AppSettings) {
    return Layer.succeed(AppConfig, settings)
  }
}

/** Decodes the environment of a command. Reports all wrong values at once; an empty value counts as not set. */
export function readSettings(env: Environment): Result.Result<Settings, InvalidConfig> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const provider = ConfigProvider.fromEnv({ env: present as Record<string, string> })
  const wrong: Array<{ name: string; reason: string }> = []
  const values: Record<string, unknown> = {}
  for (const [key, { name, config, allowed }] of Object.entries<Variable<unknown>>(variables)) {
    const decoded = Effect.runSync(Effect.result(config.parse(provider)))
    if (Result.isSuccess(decoded)) values[key] = decoded.success
    else wrong.push({ name, reason: `is ${shown(name, env[name])}; allowed is ${allowed}` })
  }
  if (wrong.length > 0) return Result.fail(new InvalidConfig({ wrong }))
  return complete(values as unknown as Read)
}

/** Decodes the environment of a product process, which requires the database URL and the master key. */
export function readAppSettings(env: Environment): Result.Result<AppSettings, InvalidConfig> {
  return Result.flatMap(readSettings(env), (settings) => {
    const { databaseUrl, masterKey } = settings
    if (databaseUrl && masterKey) return Result.succeed({ ...settings, databaseUrl, masterKey })
    const missing = [...(databaseUrl ? [] : [variables.databaseUrl]), ...(masterKey ? [] : [variables.masterKey])]
    const wrong = missing.map(({ name, allowed }) => ({
      name,
      reason: `is not set; npm start provides it, a process alone needs ${allowed}`,
    }))
    return Result.fail(new InvalidConfig({ wrong }))
  })
}

type Environment = Readonly<Record<string, string | undefined>>

const CHAT_PORT_PRODUCTION = 446
const CHAT_PORT_ELSEWHERE = 4460
/** The demo's publisher adds items every few minutes, and a first visit should see new ones arrive. */
const FEED_SECONDS_DEMO = 60

/** Adds derived settings, and refuses combinations that cannot work. */
function complete(read: Read): Result.Result<Settings, InvalidConfig> {
  const { stage, productionHost, testHost, port } = read
  const stageHost = { production: productionHost, test: testHost, development: undefined }[stage]
  if (stage === "production" && !stageHost && !read.publicOrigin) {
    const reason = "is not set; in production it, or PRODUCTION_HOST, must say where readers reach the site"
    return Result.fail(new InvalidConfig({ wrong: [{ name: variables.publicOrigin.name, reason }] }))
  }
  if ((read.aiUrl === undefined) !== (read.aiModel === undefined)) {
    const { name } = read.aiUrl === undefined ? variables.aiUrl : variables.aiModel
    return Result.fail(new InvalidConfig({ wrong: [{ name, reason: "is not set; AI_URL and AI_MODEL go together" }] }))
  }
  if ((read.s3Url === undefined) !== (read.s3Key === undefined)) {
    const { name } = read.s3Url === undefined ? variables.s3Url : variables.s3Key
    return Result.fail(new InvalidConfig({ wrong: [{ name, reason: "is not set; S3_URL and S3_KEY go together" }] }))
  }
  if (read.backupS3Url !== undefined) {
    const missing = read.backupDir === undefined ? variables.backupDir : variables.backupS3Key
    if (read.backupDir === undefined || (read.backupS3Key ?? read.s3Key) === undefined)
      return Result.fail(
        new InvalidConfig({ wrong: [{ name: missing.name, reason: "is not set; BACKUP_S3_URL needs it" }] }),
      )
  }
  const lonely = lonelyPair(read)
  if (lonely !== undefined) {
    const reason = `tells ${lonely} by fewer sources than RATE_QUORUM (${read.rateQuorum}) asks for`
    return Result.fail(new InvalidConfig({ wrong: [{ name: variables.rateSources.name, reason }] }))
  }
  const { chatTlsCert, chatTlsKey, bounceTlsCert, bounceTlsKey, ...rest } = read
  if ((bounceTlsCert === undefined) !== (bounceTlsKey === undefined)) {
    const { name } = bounceTlsCert === undefined ? variables.bounceTlsCert : variables.bounceTlsKey
    const reason = "is not set; BOUNCE_TLS_CERT and BOUNCE_TLS_KEY go together"
    return Result.fail(new InvalidConfig({ wrong: [{ name, reason }] }))
  }
  if ((chatTlsCert === undefined) !== (chatTlsKey === undefined)) {
    const { name } = chatTlsCert === undefined ? variables.chatTlsCert : variables.chatTlsKey
    const reason = "is not set; CHAT_TLS_CERT and CHAT_TLS_KEY go together"
    return Result.fail(new InvalidConfig({ wrong: [{ name, reason }] }))
  }
  const publicOrigin = read.publicOrigin ?? (stageHost ? `https://${stageHost}` : `http://localhost:${port}`)
  const consoleOrigin = read.consoleOrigin ?? `http://localhost:${read.consolePort}`
  if (stage === "production" && read.roles.includes("console") && isSameHost(consoleOrigin, publicOrigin)) {
    const reason = "has the host of PUBLIC_ORIGIN; cookies are shared by host, so the console needs a host of its own"
    return Result.fail(new InvalidConfig({ wrong: [{ name: variables.consoleOrigin.name, reason }] }))
  }
  const chatPort = read.chatPort ?? (stage === "production" ? CHAT_PORT_PRODUCTION : CHAT_PORT_ELSEWHERE)
  const demo = read.demo ?? stage === "development"
  const publisher = demo ? [`127.0.0.1:${read.demoPort}`] : []
  return Result.succeed({
    ...rest,
    publicOrigin,
    consoleOrigin,
    chatPort,
    bounceTls: bounceTlsCert && bounceTlsKey ? { certFile: bounceTlsCert, keyFile: bounceTlsKey } : undefined,
    chatTls: chatTlsCert && chatTlsKey ? { certFile: chatTlsCert, keyFile: chatTlsKey } : undefined,
    chatTrustedProxies: read.chatTrustedProxies ?? (chatTlsCert === undefined ? read.trustedProxies : 0),
    chatUrl: read.chatUrl ?? socketAddress(publicOrigin, chatPort),
    demo,
    otlpUrl: read.otlpUrl ?? read.otelEndpoint,
    feedSecondsMin: read.feedSecondsMin ?? (demo ? FEED_SECONDS_DEMO : undefined),
    roles: [...new Set<Role>(read.roles)],
    allowPrivateFetch: [...read.allowPrivateFetch, ...publisher],
  })
}

/** A pair with fewer price sources than the quorum, which could never have a price. */
function lonelyPair({ rateSources, rateQuorum }: Read): string | undefined {
  const tellers = new Map<string, Set<string>>()
  for (const { name, prices } of rateSources)
    for (const pair of Object.keys(prices)) tellers.set(pair, (tellers.get(pair) ?? new Set()).add(name))
  return [...tellers].find(([, names]) => names.size < rateQuorum)?.[0]
}

const isSameHost = (one: string, other: string): boolean => new URL(one).hostname === new URL(other).hostname

function socketAddress(origin: string, port: number): string {
  const url = new URL(origin)
  return `${url.protocol === "https:" ? "wss" : "ws"}://${url.hostname}:${port}`
}

const SECRET = new Set<string>(
  [
    variables.databaseUrl,
    variables.consoleDatabaseUrl,
    variables.masterKey,
    variables.metricsToken,
    variables.aiKey,
    variables.translateKey,
    variables.searchAuth,
    variables.smtpUrl,
    variables.thirdParties,
    variables.s3Key,
    variables.backupS3Key,
    variables.natsUrl,
    variables.btcNode,
    variables.bchNode,
    variables.ltcNode,
    variables.walletSeed,
    variables.otlpHeaders,
    // URLs may contain API keys.
    variables.rateSources,
  ].map(({ name }) => name),
)
const SHOWN_LENGTH_MAX = 60

function shown(name: string, value: string | undefined): string {
  if (value === undefined) return "not set"
  return SECRET.has(name) ? "not well formed" : JSON.stringify(value.slice(0, SHOWN_LENGTH_MAX))
}
