import { pathToFileURL } from "node:url"
import { bundledOps } from "./bundleOps.ts"

// `npm run ops -- ...`: the CLI of scripts/ops.ts, bundled.
await import(pathToFileURL(await bundledOps()).href)
