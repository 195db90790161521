import { fitDecimal } from "#contract/wallet"

/** Changes that are made character by character; everything else (pasted, dropped, filled in) brings a whole text. */
const TYPED = /^(?:insertText|insertCompositionText|delete(?!ByCut|ByDrag))/

/**
 * Makes a field for a decimal number hold one after a change: puts right what stands in it and keeps the caret where the
 * person is. Answers what it now holds.
 * @param before what it held before the change
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
