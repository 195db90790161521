/** Bytes of pictures, recordings and films that are kept; the least lately used go first. */
export const KEPT_BYTES_MAX = 96 * 1024 * 1024
/** Renderings that run at once, so that a page full of pictures leaves the machine to others. */
export const RENDERINGS_AT_ONCE_MAX = 2

export type RenderCache = { readonly get: (name: string, render: () => Promise<Buffer>) => Promise<Buffer> }

/** Renders each thing once for all who ask at the same time, and keeps it while there is room. */
export const makeRenderCache = (bytesMax: number = KEPT_BYTES_MAX): RenderCache => {
  const kept = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer>>()
  const waiting: Array<() => void> = []
  let running = 0
  let bytes = 0

  const keep = (name: string, body: Buffer): void => {
    kept.set(name, body)
    bytes += body.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= bytesMax) break
      kept.delete(oldest)
      bytes -= length
    }
  }

  const inTurn = async (render: () => Promise<Buffer>): Promise<Buffer> => {
    if (running >= RENDERINGS_AT_ONCE_MAX) await new Promise<void>((resume) => waiting.push(resume))
    running += 1
    try {
      return await render()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  const get = (name: string, render: () => Promise<Buffer>): Promise<Buffer> => {
    const ready = kept.get(name)
    if (ready !== undefined) {
      kept.delete(name)
      kept.set(name, ready)
      return Promise.resolve(ready)
    }
    const started = underWay.get(name)
    if (started !== undefined) return started
    const rendering = inTurn(render)
      .then((body) => {
        keep(name, body)
        return body
      })
      .finally(() => underWay.delete(name))
    underWay.set(name, rendering)
    return rendering
  }

  return { get }
}
