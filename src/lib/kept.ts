/** A small store whose data is kept in local storage, and restored from there when it is empty. */
export interface Kept<State extends object> {
  readonly get: () => State
  /** Changes some fields, keeps the whole, answers the new state. */
  readonly set: (change: Partial<State>) => State
}

/** A browser that refuses storage (private windows, full disks) still has a working page: the state then lasts as long as it. */
export const kept = <State extends object>(key: string, initial: State): Kept<State> => {
  let state: State | undefined
  const get = () => (state ??= { ...initial, ...restored(key) })
  return {
    get,
    set: (change) => {
      state = { ...get(), ...change }
      try {
        localStorage.setItem(key, JSON.stringify(state))
      } catch {}
      return state
    },
  }
}

const restored = (key: string): object => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "{}")
    return typeof found === "object" && found !== null ? found : {}
  } catch {
    return {}
  }
}
