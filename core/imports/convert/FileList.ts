import type { ForeignFile, ReadOptions } from "../ForeignEntry.ts"

/** Collects the files of one post, each once, and names them in its text. */
export class FileList {
  readonly files: Array<ForeignFile> = []
  readonly #numbers = new Map<string, number>()
  readonly #prefix: string
  constructor({ filePrefix }: Pick<ReadOptions, "filePrefix">) {
    this.#prefix = filePrefix
  }

  /** The number of a file. */
  add(file: ForeignFile): number {
    const key = "path" in file ? `path ${file.path}` : `address ${file.address}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.files.length)
    this.files.push(file)
    return this.files.length - 1
  }

  /** What stands for a file in a text. */
  nameOf(file: ForeignFile): string {
    return `${this.#prefix}${this.add(file)}`
  }
}
