import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "./run/root.ts"

/** `npm run format`: Biome for everything except .astro, Prettier for .astro. */
const bin = (name: string) => join(root, "node_modules", ".bin", name)
const biome = spawnSync(bin("biome"), ["check", "--write"], { cwd: root, stdio: "inherit" })
const prettier = join(root, "node_modules", "prettier", "bin", "prettier.cjs")
const astro = spawnSync(process.execPath, [prettier, "--write", "--log-level=warn", "src/**/*.astro"], {
  cwd: root,
  stdio: "inherit",
})
process.exit(biome.status || astro.status || 0)
