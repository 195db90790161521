/**
 * Lets several clients do one thing `count` times between them, each its own share in order, so that nobody overtakes
 * on a stream that one client alone writes. Answers how often a second it was done.
 */
export async function perSecond(
  { clients, count }: { readonly clients: number; readonly count: number },
  deed: (index: number, client: number) => Promise<unknown>,
): Promise<number> {
  const share = Math.ceil(count / clients)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let index = 0; index < share; index++) await deed(index, client)
    }),
  )
  return ((share * clients) / (performance.now() - began)) * 1000
}
