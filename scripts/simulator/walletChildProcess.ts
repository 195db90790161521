import { Effect } from "effect"
import type { Answer, OperationRequest } from "./Operation.ts"
import { openProcess } from "./WalletProcess.ts"

/** A wallet process that executes its parent's operations until it is killed or its parent exits. */
const [url = "", name = ""] = process.argv.slice(2)
const wallet = openProcess(
  url,
  name,
  Effect.andThen(
    Effect.sync(() => process.kill(process.pid, "SIGKILL")),
    Effect.never,
  ),
)

process.on("disconnect", () => process.exit())
process.on(
  "message",
  async ({ number, requested }: { readonly number: number; readonly requested: OperationRequest }) => {
    const answer: Answer = await wallet.request(requested)
    process.send?.({ number, answer })
  },
)
process.send?.({ number: -1, answer: { tag: "Ready" } })
