import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { selfSigned } from "../../../src/chat/testing/selfSigned.ts"
import { FOLDER, readPackaging } from "./folder.ts"
import { askOrNote } from "./program.ts"
import { type Verified, verified } from "./Verified.ts"

/** DRAIN_SECONDS of the published files. */
const DRAIN_SECONDS = 15

/** A server must count as down before a process that drains stops. */
export const judgeChecks = (text: string): ReadonlyArray<string> => {
  const [, inter = "0", fall = "0"] = /default-server check inter (\d+)s fall (\d+)/.exec(text) ?? []
  const seconds = Number(inter) * Number(fall)
  return seconds > 0 && seconds < DRAIN_SECONDS
    ? []
    : [`haproxy.cfg: a server is taken out after ${seconds} s, but drains for ${DRAIN_SECONDS}`]
}

export const verifyHaproxy = (): Verified => {
  const folder = mkdtempSync(join(tmpdir(), "quire-haproxy-"))
  try {
    const { cert, key } = selfSigned()
    const certificates = join(folder, "site.pem")
    writeFileSync(certificates, `${cert}${key}`)
    const names = ["WEB_1", "WEB_2", "CHAT_1", "CHAT_2", "CONSOLE", "CONSOLE_BIND"]
    const env = {
      ...Object.fromEntries(names.map((name, index) => [name, `127.0.0.1:${20_001 + index}`])),
      ...{ SITE_HOST: "quire.example", CHAT_HOST: "chat.quire.example", CERTIFICATES: certificates },
    }
    const { problems, notes } = askOrNote("haproxy", "haproxy.cfg", ["-c", "-f", join(FOLDER, "haproxy.cfg")], env)
    return verified([...problems, ...judgeChecks(readPackaging("haproxy.cfg"))], notes)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
