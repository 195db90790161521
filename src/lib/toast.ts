/** What a notice is about; an error is read out at once, the others when the reader pauses. */
export type ToastKind = "info" | "success" | "error"

export interface Toast {
  readonly kind: ToastKind
  readonly text: string
}

/** The event that carries a toast from an island to the shell, which shows it. */
export const TOAST_EVENT = "quire:toast"

/** Shows a notice for 5 s. Callable from anywhere in the browser; the shell listens. */
export const toast = (kind: ToastKind, text: string): void => {
  document.dispatchEvent(new CustomEvent<Toast>(TOAST_EVENT, { detail: { kind, text } }))
}
