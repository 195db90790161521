import { type ChangeEvent, type ComponentProps, useState } from "react"
import { decimalPattern, fitDecimal } from "#contract/wallet"
import { fitInput } from "./fitInput.ts"

type Props = Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "inputMode" | "pattern"> & {
  /** The amount as text, as `parseUnits` reads it; empty where there is none. */
  readonly value: string
  readonly onAmount: (amount: string) => void
  /** Decimals of the asset. */
  readonly digits: number
}

/**
 * A field for an amount: the keyboard of a phone shows digits, and nothing but a decimal number ever stands in it. Without
 * a length: a browser would cut a long number that is pasted into another one.
 */
export const AmountInput = ({ value, onAmount, digits, onBlur, className = "field", ...input }: Props) => {
  // Input methods write several characters for one; until they are done theirs is what shows.
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
        // A dot that nothing follows is of no use to anybody.
        if (value.endsWith(".")) onAmount(value.slice(0, -1))
        onBlur?.(event)
      }}
    />
  )
}
