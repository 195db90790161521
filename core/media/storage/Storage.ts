/** A range of bytes, both ends included. */
export type ByteRange = { readonly first: number; readonly last: number }

/** Bytes in pieces, of which only a few are in memory at a time. */
export type ByteStream = AsyncIterable<Uint8Array>

export type WriteOptions = {
  /** Nobody else reads the pieces of the body, so their memory may be freed as soon as they are written. */
  readonly isBodyOwned?: boolean
}

/** A file store. File names consist of lowercase letters, digits, hyphens, slashes and dots. */
export type Storage = {
  /** Writes a small file that is in memory, such as a picture. Replaces a file atomically. */
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Writes a file of any length as it arrives; returns its length. If the stream fails, no file remains. */
  readonly writeStream: (name: string, body: ByteStream, options?: WriteOptions) => Promise<number>
  /** Reads a small file; null if there is no such file. */
  readonly read: (name: string) => Promise<Uint8Array | null>
  /**
   * A range within the file, read as the consumer takes it; null if there is no such file.
   * @param buffer memory that the pieces may share: each is valid until the next one is taken
   */
  readonly readRange: (name: string, range: ByteRange, buffer?: Buffer) => Promise<ByteStream | null>
  /** The length in bytes; null if there is no such file. */
  readonly size: (name: string) => Promise<number | null>
  readonly remove: (name: string) => Promise<void>
}
