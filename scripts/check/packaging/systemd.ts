import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MEMORY_FLAGS } from "../../run/supervisor/memoryFlags.ts"
import { FOLDER, readPackaging } from "./folder.ts"
import { askOrNote } from "./program.ts"
import { type Verified, verified } from "./Verified.ts"

const UNITS = ["quire@.service", "quire-migrate.service"]
const NODE = "/opt/quire/node_modules/node/bin/node"
/** The exposure that systemd-analyze may find at most, times ten. Its scale ends at 10.0, unsafe. */
const EXPOSURE_TENTHS_MAX = 20

/** Whether the flags of each process are those of the supervisor. */
const judgeFlags = (): ReadonlyArray<string> =>
  Object.entries(MEMORY_FLAGS).flatMap(([role, flags]) => {
    const file = `systemd/quire@${role}.service.d/process.conf`
    const found = /NODE_FLAGS=([^"]*)"/.exec(readPackaging(file))?.[1]
    return found === flags.join(" ") ? [] : [`${file}: NODE_FLAGS is not ${flags.join(" ")}`]
  })

/** systemd gives the directories of a unit to its user, so two users must not share one. */
export const judgeKeeper = (text: string): ReadonlyArray<string> =>
  ["StateDirectory", "CacheDirectory"]
    .filter((name) => !text.includes(`${name}=\n${name}=`))
    .map((name) => `systemd/quire@keeper.service.d/process.conf: ${name} is not set back to none first`)

/** Verifies the units as systemd reads them, with the Node of this machine in place of the installed one. */
export const verifySystemd = (): Verified => {
  const folder = mkdtempSync(join(tmpdir(), "quire-units-"))
  try {
    cpSync(join(FOLDER, "systemd"), folder, { recursive: true })
    for (const unit of UNITS) {
      const file = join(folder, unit)
      const text = readFileSync(file, "utf8")
        .replaceAll(NODE, process.execPath)
        // People and directories that an installation makes.
        .replaceAll("/opt/quire", tmpdir())
        .replace(/^(?:User|Group)=.*$/gm, "")
      writeFileSync(file, text)
    }
    const instances = Object.keys(MEMORY_FLAGS).map((role) => join(folder, `quire@${role}.service`))
    const units = [...instances, join(folder, "quire-migrate.service"), join(folder, "quire-web.socket")]
    const env = { SYSTEMD_UNIT_PATH: `${folder}:`, SYSTEMD_LOG_LEVEL: "warning" }
    const answers = [
      askOrNote("systemd-analyze", "the units", ["verify", "--man=no", "--recursive-errors=no", ...units], env),
      ...UNITS.map((unit) =>
        askOrNote("systemd-analyze", `the exposure of ${unit}`, [
          ...["security", "--offline=true", `--threshold=${EXPOSURE_TENTHS_MAX}`, "--no-pager"],
          join(FOLDER, "systemd", unit),
        ]),
      ),
    ]
    return verified(
      [
        ...judgeFlags(),
        ...judgeKeeper(readPackaging("systemd/quire@keeper.service.d/process.conf")),
        ...answers.flatMap(({ problems }) => problems),
      ],
      answers.slice(0, 1).flatMap(({ notes }) => notes),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
