import { useState } from "react"
import { createRoot } from "react-dom/client"
import { AmountInput } from "../../src/features/wallet/AmountInput.tsx"

/** A page with amount fields: one in an island, one in a form. */
const Fields = () => {
  const [amount, setAmount] = useState("")
  return (
    <>
      <AmountInput aria-label="Island" digits={8} value={amount} onAmount={setAmount} />
      <output>{amount}</output>
      <button type="button" onClick={() => setAmount("2.5")}>
        Preset
      </button>
    </>
  )
}

const root = document.createElement("div")
document.body.append(root)
createRoot(root).render(<Fields />)
