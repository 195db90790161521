import { type Operations, operations } from "./operations.ts"

/** A process with many sockets that executes orders one after another: `node generatorProcess.ts` */
type Order = { readonly name: keyof Operations; readonly input: never }

process.on("message", async ({ name, input }: Order) => {
  try {
    process.send?.({ result: (await operations[name](input)) ?? null })
  } catch (error) {
    process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.once("disconnect", () => process.exit())
