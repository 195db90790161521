/** The first descriptor that a process inherits with sd_listen_fds(3). */
const LISTEN_FDS_START = 3

/** The environment variable that the supervisor sets for a process that takes over from another one. */
export const REPLACES_PROCESS = "QUIRE_REPLACES_PROCESS"

/** Whether another process still serves, so that this one has time before it accepts connections. */
export const replacesProcess = (env: NodeJS.ProcessEnv = process.env): boolean => env[REPLACES_PROCESS] === "1"

/**
 * Returns the descriptor of the socket that the supervisor or a systemd socket unit bound for this process; undefined if
 * the process binds its own.
 */
export const inheritedSocket = (env: NodeJS.ProcessEnv = process.env): number | undefined => {
  const { LISTEN_FDS, LISTEN_PID } = env
  // systemd names the process that it means; children of that one inherit the variables, but not the socket.
  const isMeant = LISTEN_PID === undefined || LISTEN_PID === String(process.pid)
  return isMeant && Number(LISTEN_FDS) >= 1 ? LISTEN_FDS_START : undefined
}
