let works = false

/** Whether this process runs jobs: timers and reactors. Only workers do, and of one release at a time. */
export const isWorking = (): boolean => works

/** Called by the worker when its duty changes. */
export const setWorking = (isOn: boolean): void => {
  works = isOn
}
