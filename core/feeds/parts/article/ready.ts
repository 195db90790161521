/** What an article thread says before it reads: how long it took to start is not the page's fault. */
export const READY = "ready"
