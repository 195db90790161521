import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startPhpServer } from "./phpServer.ts"

/** The user whose feeds anybody may read. */
const READER = "reader"
/** Items of a page, as many as ours has. */
const PAGE_ITEMS = 50

export type FreshRss = {
  readonly origin: string
  /** Its newsfeed, and a search for one word. */
  readonly feedPath: string
  readonly searchPath: (word: string) => string
  /** Adds a user with the feeds of a list, who has read none of them yet. */
  readonly addUser: (name: string, opml: string) => void
  /** Fetches all feeds of a user. */
  readonly refresh: (name: string) => void
  readonly stop: () => Promise<void>
}

/**
 * Installs FreshRSS with SQLite from its sources and starts it under PHP-FPM and nginx. The sources are copied, because it
 * keeps its data in them.
 * @param sources a release of FreshRSS
 * @param opml the feeds of the user whose newsfeed anybody may read
 * @param publisher host and port of the feeds, on the loopback interface
 */
export async function startFreshRss(sources: string, opml: string, publisher: string): Promise<FreshRss> {
  const home = mkdtempSync(join(tmpdir(), "quire-peer-"))
  const application = join(home, "freshrss")
  cpSync(sources, application, { recursive: true })
  // It refuses addresses of the own network otherwise.
  const env = { INTERNAL_HOST_ALLOWLIST: publisher, FRESHRSS_ENV: "production" }
  const server = await startPhpServer({ home, application, env })
  // The names with underscores are understood by old releases and by new ones.
  const command = (name: string, ...parameters: ReadonlyArray<string>) => server.run([`cli/${name}.php`, ...parameters])
  const addUser = (name: string, list: string) => {
    command("create-user", "--user", name, "--language", "en", "--no_default_feeds")
    const file = join(home, `${name}.opml`)
    writeFileSync(file, list)
    command("import-for-user", "--user", name, "--filename", file)
  }
  const refresh = (name: string) => command("actualize-user", "--user", name)
  try {
    command("prepare")
    const settings = ["--default_user", READER, "--auth_type", "form", "--allow_anonymous", "--language", "en"]
    command("do-install", ...settings, "--base_url", server.origin, "--db-type", "sqlite")
    addUser(READER, opml)
    refresh(READER)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    origin: server.origin,
    feedPath: `/i/?a=normal&state=3&nb=${PAGE_ITEMS}`,
    searchPath: (word) => `/i/?a=normal&state=3&nb=${PAGE_ITEMS}&search=${encodeURIComponent(word)}`,
    addUser,
    refresh,
    stop: async () => {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
