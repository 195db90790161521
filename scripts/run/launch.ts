import { pathToFileURL } from "node:url"
import { BUNDLED, bundledCommand } from "./bundledCommand.ts"

// `npm start`, `npm run dev` and `npm run ops -- ...`: scripts/NAME.ts, bundled. Called as `node launch.ts NAME ...`.
const [given = ""] = process.argv.splice(2, 1)
const name = BUNDLED.find((each) => each === given)
if (name === undefined) throw new Error(`No command is called "${given}".`)
await import(pathToFileURL(await bundledCommand(name)).href)
