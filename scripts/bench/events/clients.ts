/**
 * Runs one action `count` times, split between concurrent clients. Each client works in order, so streams that belong
 * to one client see no conflicts. Returns actions per second.
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
