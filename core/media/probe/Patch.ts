import type { ByteStream } from "../storage/Storage.ts"

/** Bytes of a file that are replaced: by others, or by zeros. Its length stays the same. */
export type Patch = { readonly at: number } & ({ readonly bytes: Uint8Array } | { readonly zeros: number })

const lengthOf = (patch: Patch): number => ("bytes" in patch ? patch.bytes.length : patch.zeros)

/** Applies patches to the bytes of a whole file as they pass. Where patches overlap, the later one in the list wins. */
export async function* applyPatches(body: ByteStream, patches: ReadonlyArray<Patch>): AsyncGenerator<Uint8Array> {
  const sorted = patches.map((patch, order) => ({ patch, order, end: patch.at + lengthOf(patch) }))
  sorted.sort((a, b) => a.patch.at - b.patch.at || a.order - b.order)
  let position = 0
  let next = 0
  let active: typeof sorted = []
  for await (const chunk of body) {
    const end = position + chunk.length
    while (next < sorted.length && (sorted[next]?.patch.at ?? 0) < end) {
      const started = sorted[next++]
      if (started !== undefined) active.push(started)
    }
    active = active.filter((each) => each.end > position)
    if (active.length === 0) yield chunk
    else {
      const copy = Uint8Array.from(chunk)
      for (const { patch, end: patchEnd } of [...active].sort((a, b) => a.order - b.order)) {
        const [from, to] = [Math.max(patch.at, position), Math.min(patchEnd, end)]
        if ("zeros" in patch) copy.fill(0, from - position, to - position)
        else copy.set(patch.bytes.subarray(from - patch.at, to - patch.at), from - position)
      }
      yield copy
    }
    position = end
  }
}
