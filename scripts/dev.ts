import { superviseCommand } from "./run/supervisor/command.ts"

/** `npm run dev`: like `npm start`, but source changes show immediately. */
await superviseCommand("dev")
