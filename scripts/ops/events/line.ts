/** An event as commands show it. */
export type EventLine = {
  readonly position: number
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly recorded_at: Date
  readonly actor: string
  readonly data: unknown
}

const DATA_LENGTH_MAX = 120

/** One event in one line, its data cut short. */
export const asLine = ({ position, stream, version, type, recorded_at, actor, data }: EventLine): string => {
  const text = JSON.stringify(data)
  const shown = text.length > DATA_LENGTH_MAX ? `${text.slice(0, DATA_LENGTH_MAX)}…` : text
  return `${position}  ${recorded_at.toISOString()}  ${type}  ${stream}@${version}  ${actor}  ${shown}`
}
