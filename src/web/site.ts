import { Result } from "effect"
import { type AppSettings, readSettings } from "#core/kernel"
import { measureRuleOf } from "../process/metrics/mayMeasure.ts"

export interface TelegramChannel {
  readonly language: "en" | "de" | "fr"
  readonly address: string
}

/** Facts about the installation for pages. */
export interface Site {
  /** The public origin, without a trailing slash. */
  readonly origin: string
  readonly https: boolean
  /** The address of the chat socket. */
  readonly chatUrl: string
  readonly contactEmail: string
  /** The Telegram channels that are configured; the drawer is hidden if there are none. */
  readonly telegram: ReadonlyArray<TelegramChannel>
  /** Whether mail is stored locally and readable at /mail: no mail server is configured, in development only. */
  readonly hasMailbox: boolean
  /** Whether signing up needs an invitation. */
  readonly needsInvite: boolean
}

/** The configuration for pages. Processes with an invalid one do not start. */
export const siteFrom = (environment: Readonly<Record<string, string | undefined>>): Site => {
  const { publicOrigin, chatUrl, contactEmail, stage, smtpUrl, signUp, ...more } = Result.getOrThrow(
    readSettings(environment),
  )
  const telegram = [
    { language: "en", address: more.telegramEn },
    { language: "de", address: more.telegramDe },
    { language: "fr", address: more.telegramFr },
  ] as const
  const hasMailbox = stage === "development" && smtpUrl === undefined
  return {
    origin: publicOrigin,
    https: publicOrigin.startsWith("https:"),
    chatUrl,
    contactEmail,
    telegram: telegram.flatMap(({ language, address }) => (address === undefined ? [] : [{ language, address }])),
    hasMailbox,
    needsInvite: signUp === "invited",
  }
}

/** What to log at the start if a site that others reach runs in development, where mail stays in the local mailbox. */
export const stageWarning = ({ stage, publicOrigin }: Pick<AppSettings, "stage" | "publicOrigin">): string | null => {
  const { isLocal } = measureRuleOf({ metricsToken: undefined, publicOrigin, trustedProxies: 0 })
  return stage !== "development" || isLocal ? null : "STAGE is development on a public address: set STAGE=production"
}
