/** Errors are announced assertively, other toasts politely. */
export type ToastKind = "info" | "success" | "error"

export interface Toast {
  readonly kind: ToastKind
  readonly text: string
}

/** The event by which islands send toasts to the shell. */
export const TOAST_EVENT = "quire:toast"

/** Shows a toast for 5 s, from any script. */
export const toast = (kind: ToastKind, text: string): void => {
  document.dispatchEvent(new CustomEvent<Toast>(TOAST_EVENT, { detail: { kind, text } }))
}
