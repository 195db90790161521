/**
 * State in local storage, for scripts of every page: @nanostores/persistent would add 0.9 kB of a page's 5 kB (decision 0010),
 * and throws where storage is full.
 */
export interface StoredState<State extends object> {
  readonly get: () => State
  /** Changes some fields, stores the whole state and returns it. */
  readonly set: (change: Partial<State>) => State
}

/** Missing or invalid stored data gives the initial state. Without storage, the state lasts as long as the page. */
export const storedState = <State extends object>(key: string, initial: State): StoredState<State> => {
  let state: State | undefined
  const get = () => (state ??= { ...initial, ...read(key) })
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

const read = (key: string): object => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "{}")
    return typeof found === "object" && found !== null ? found : {}
  } catch {
    return {}
  }
}
