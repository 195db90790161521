import { superviseCommand } from "./run/supervisor/command.ts"

/** `npm start`: the whole product, built and supervised. */
await superviseCommand("start")
