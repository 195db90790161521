import { fitDecimal } from "#contract/wallet"

/** Changes by single characters; all others (paste, drop, autofill) insert whole texts. */
const TYPED = /^(?:insertText|insertCompositionText|delete(?!ByCut|ByDrag))/

/**
 * Corrects a decimal field after a change and keeps the caret. Returns the new value.
 * @param before the value before the change
 */
export const fitInput = (
  input: HTMLInputElement,
  event: Event,
  { before, decimals }: { readonly before: string; readonly decimals: number },
): string => {
  const kind = (event as Partial<InputEvent>).inputType ?? ""
  const caret = input.selectionStart ?? input.value.length
  const fitted = fitDecimal({ text: input.value, caret, before, decimals, isTyped: TYPED.test(kind) })
  if (fitted.text !== input.value) {
    input.value = fitted.text
    input.setSelectionRange(fitted.caret, fitted.caret)
  }
  return fitted.text
}
