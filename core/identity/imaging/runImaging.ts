import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Semaphore } from "effect"
import { DOCUMENT_BYTES_MAX } from "../contract.ts"
import { NotADocument } from "../refusals.ts"
import { decodeResult, type ImagingResult, type ImagingTask, isPdf } from "./wire.ts"

const SECONDS_MAX = 10
/** The same for the pages of a PDF. */
const PDF_SECONDS_MAX = 20
/** Resident memory of the process: 40 megapixels take 160 MB, and libraries about as much. */
const RESIDENT_BYTES_MAX = 512 * 1024 * 1024
/** Interval of looking at its memory. */
const WATCH_MS = 50
const RESULT_BYTES_MAX = 2 * DOCUMENT_BYTES_MAX
/** Images that one process has decoded at the same time. */
const AT_ONCE_MAX = 2
const PAGE_BYTES = 4_096

const slots = Semaphore.makeUnsafe(AT_ONCE_MAX)

/**
 * Decodes, marks and encodes an image in a process of its own; what it cannot read within the limits is damaged. Callers
 * overwrite the bytes and the image once they need them no more.
 */
export const runImaging = (bytes: Uint8Array, task: ImagingTask): Effect.Effect<ImagingResult, NotADocument> =>
  slots.withPermits(1)(
    Effect.callback<ImagingResult, NotADocument>((resume) => {
      const child = spawn(process.execPath, imagingCommand(task), {
        stdio: ["pipe", "pipe", "ignore"],
        // None of the product's secrets.
        env: {},
      })
      const kill = () => child.kill("SIGKILL")
      const timer = setTimeout(kill, (isPdf(bytes) ? PDF_SECONDS_MAX : SECONDS_MAX) * 1_000)
      const watch = setInterval(() => {
        if (residentBytes(child.pid) > RESIDENT_BYTES_MAX) kill()
      }, WATCH_MS)
      const parts: Array<Buffer> = []
      let length = 0
      child.stdout.on("data", (part: Buffer) => {
        parts.push(part)
        length += part.length
        if (length > RESULT_BYTES_MAX) kill()
      })
      const end = (result: Effect.Effect<ImagingResult, NotADocument>) => {
        clearTimeout(timer)
        clearInterval(watch)
        resume(result)
      }
      const damaged = Effect.fail(new NotADocument({ cause: "damaged" }))
      child.on("error", (error) => end(Effect.die(error)))
      child.on("close", (code) => {
        const answer = Buffer.concat(parts)
        for (const part of parts) part.fill(0)
        if (code !== 0) return end(damaged)
        try {
          end(Effect.succeed(decodeResult(answer)))
        } catch {
          end(damaged)
        }
      })
      // A process that is killed reads no more.
      child.stdin.on("error", () => undefined)
      child.stdin.end(bytes)
      return Effect.sync(kill)
    }),
  )

/** The arguments with which Node runs the imaging program. */
export const imagingCommand = (task: ImagingTask): ReadonlyArray<string> => [...FLAGS, program, JSON.stringify(task)]

/** The resident memory of a process; 0 without /proc. */
const residentBytes = (pid: number | undefined): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * PAGE_BYTES
  } catch {
    return 0
  }
}

/** Next to the bundle if the process runs from one, otherwise the source. */
const program = ((): string => {
  const bundled = join(dirname(process.argv[1] ?? "."), "imaging.mjs")
  return existsSync(bundled) ? bundled : fileURLToPath(new URL("./program.ts", import.meta.url))
})()

/** The nearest folder upwards that has the packages. */
const packages = ((): string => {
  for (let folder = dirname(program); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "node_modules", "sharp"))) return join(folder, "node_modules")
    if (folder === dirname(folder)) throw new Error("the packages are missing")
  }
})()

/**
 * The program can read itself and the packages, and neither write, nor start processes or threads. Native code is not
 * bound by that: units of systemd add what the kernel can forbid (docs/operations.md).
 */
const FLAGS = [
  "--permission",
  "--allow-addons",
  `--allow-fs-read=${dirname(program)}/*`,
  `--allow-fs-read=${dirname(packages)}/package.json`,
  `--allow-fs-read=${packages}/*`,
  "--no-warnings",
  "--max-old-space-size=128",
  "--disable-sigusr1",
] as const
