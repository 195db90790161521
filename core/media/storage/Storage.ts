/** A place for files by name. Names are ours: small letters, digits, a slash and a dot. */
export type Storage = {
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Null where there is none. */
  readonly read: (name: string) => Promise<Uint8Array | null>
  readonly remove: (name: string) => Promise<void>
}
