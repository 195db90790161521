import { type ChangeEvent, type ComponentProps, useState } from "react"
import { decimalPattern, fitDecimal } from "#contract/wallet"
import { fitInput } from "./fitInput.ts"

type Props = Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "inputMode" | "pattern"> & {
  /** The amount as text for `parseUnits`; empty for none. */
  readonly value: string
  readonly onAmount: (amount: string) => void
  /** Decimals of the asset. */
  readonly digits: number
}

/**
 * An input that only ever contains a decimal number. It has no maximum length, because a browser would cut a long pasted
 * number and leave a smaller one.
 */
export const AmountInput = ({ value, onAmount, digits, onBlur, className = "field", ...input }: Props) => {
  // While an input method composes, its text is shown unchanged.
  const [composing, setComposing] = useState<string | null>(null)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget, nativeEvent } = event
    if ((nativeEvent as Partial<InputEvent>).isComposing) return setComposing(currentTarget.value)
    onAmount(fitInput(currentTarget, nativeEvent, { before: value, decimals: digits }))
  }
  const compose = (text: string) => {
    setComposing(null)
    onAmount(fitDecimal({ text, caret: text.length, before: value, decimals: digits, isTyped: true }).text)
  }
  return (
    <input
      {...input}
      className={className}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      pattern={decimalPattern(digits)}
      value={composing ?? value}
      onChange={change}
      onCompositionEnd={(event) => compose(event.currentTarget.value)}
      onBlur={(event) => {
        // Drop a trailing point.
        if (value.endsWith(".")) onAmount(value.slice(0, -1))
        onBlur?.(event)
      }}
    />
  )
}
