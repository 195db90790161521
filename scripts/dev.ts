import { superviseCommand } from "./run/supervisor/command.ts"

/** `npm run dev`: the same, with every change of the sources shown at once. */
await superviseCommand("dev")
