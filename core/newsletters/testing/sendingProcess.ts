import { Effect } from "effect"
import { Sendings } from "../index.ts"
import { openSendings, plainSource, type SendingsOptions } from "./openSendings.ts"

/** A worker that delivers one run and nothing else. It ends when it is killed, or its parent ends. */
const orders = JSON.parse(process.argv[2] ?? "") as SendingsOptions & { sendingId: string; readers: number }
process.on("disconnect", () => process.exit())

const kit = openSendings(orders)
await kit.run(
  Sendings.use(({ listDue, deliver }) =>
    Effect.flatMap(listDue, (due) =>
      Effect.forEach(
        due.filter(({ sendingId }) => sendingId === orders.sendingId),
        (sending) => deliver(sending, plainSource(orders.readers)),
      ),
    ),
  ),
)
await kit.close()
process.exit()
