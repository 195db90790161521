import { Redacted } from "effect"
import { createTransport } from "nodemailer"
import { Cluster, clusterVersion } from "#projections/library"
import type { CommandSettings } from "../../run/settings.ts"
import { type Check, findingsOf } from "./Finding.ts"

const STEP_MS_MAX = 5_000

const search = findingsOf("search")

export const searchCheck = ({ searchUrl, searchAuth }: CommandSettings): Check => ({
  name: "search",
  todo: "Start the cluster, or correct SEARCH_URL and SEARCH_AUTH. Without SEARCH_URL PostgreSQL answers searches.",
  run: async () => {
    if (searchUrl === undefined) return [search.ok("not set: PostgreSQL answers searches")]
    const cluster = new Cluster({ url: searchUrl, auth: searchAuth && Redacted.value(searchAuth) })
    try {
      return [search.ok(`${new URL(searchUrl).host} runs ${await clusterVersion(cluster)}`)]
    } finally {
      await cluster.close()
    }
  },
})

/** Signs in at the mail servers without sending anything. */
export const mailChecks = ({ smtpUrl, bulkSmtpUrl, stage }: CommandSettings): ReadonlyArray<Check> => [
  mailCheck("mail", "SMTP_URL", smtpUrl, stage === "production"),
  ...(bulkSmtpUrl === undefined ? [] : [mailCheck("bulk mail", "BULK_SMTP_URL", bulkSmtpUrl, false)]),
]

const mailCheck = (
  name: string,
  variable: string,
  url: Redacted.Redacted<string> | undefined,
  isNeeded: boolean,
): Check => {
  const { ok, warning } = findingsOf(name)
  return {
    name,
    todo: `Start the mail server, or correct ${variable}: host, port, user and password.`,
    run: async () => {
      if (url === undefined) {
        const text = "not set: mail stays in the database"
        return [
          isNeeded ? warning(text, `Set ${variable}: people need mail to sign up and to reset passwords.`) : ok(text),
        ]
      }
      const transport = createTransport({
        url: Redacted.value(url),
        connectionTimeout: STEP_MS_MAX,
        greetingTimeout: STEP_MS_MAX,
        socketTimeout: STEP_MS_MAX,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        await transport.verify()
        return [ok(`${new URL(Redacted.value(url)).host} accepts the connection`)]
      } finally {
        transport.close()
      }
    },
  }
}
