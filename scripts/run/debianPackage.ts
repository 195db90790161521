import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"

/** Downloads packages with all dependencies that are not installed, and unpacks them to `place`/root. */
export function unpackDebianPackages(packageNames: ReadonlyArray<string>, place: string): void {
  const lists = join(place, "lists")
  const packages = join(place, "packages")
  const tree = join(place, "root")
  for (const directory of [join(lists, "partial"), join(place, "cache/archives/partial"), packages, tree]) {
    mkdirSync(directory, { recursive: true })
  }
  const apt = (parameters: ReadonlyArray<string>) =>
    execFileSync("apt-get", ["-q", ...options(place, lists), ...parameters], {
      cwd: packages,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    })
  apt(["update"])
  const planned = apt(["install", "--simulate", "--no-install-recommends", ...packageNames])
  const names = planned.split("\n").flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? [])
  apt(["download", ...names])
  for (const file of readdirSync(packages)) execFileSync("dpkg-deb", ["-x", join(packages, file), tree])
}

/** Options of apt: its own lists and cache, with the system's sources and list of installed packages. */
const options = (place: string, lists: string): ReadonlyArray<string> =>
  [
    `Dir::State::Lists=${lists}`,
    `Dir::Cache=${join(place, "cache")}`,
    "Debug::NoLocking=true",
    "Acquire::Languages=none",
    // Only root can run downloads as another user.
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option])
