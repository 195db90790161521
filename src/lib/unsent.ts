/** Fired at a form that could not be sent: its page goes on. */
export const UNSENT_EVENT = "quire:unsent"
