/** Lets several clients do one thing `count` times between them; answers how often a second it was done. */
export async function perSecond(
  { clients, count }: { readonly clients: number; readonly count: number },
  deed: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const client = async () => {
    for (let index = next++; index < count; index = next++) await deed(index)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  return (count / (performance.now() - began)) * 1000
}
