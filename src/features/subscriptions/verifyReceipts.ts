import { type PaydayProof, type Receipt, verifyReceipt } from "#contract/subscriptions"

// Buttons that verify receipts in this browser. `data-verify` is the address of the receipts; the result is written to the
// output beside the button. They are hidden without this script.

/** Where the published proofs are. */
const PUBLISHED = "/paydays.json"

type Outcome = "verified" | "wrong" | "pending" | "unpublished" | "failed"

const load = async <A>(url: string): Promise<A> => {
  const response = await fetch(url, { headers: { accept: "application/json" } })
  if (!response.ok) throw new Error(`${response.status}`)
  return (await response.json()) as A
}

const isPublished = async ({ number, root, digest, previous }: PaydayProof): Promise<boolean> => {
  const { proofs } = await load<{ readonly proofs: ReadonlyArray<PaydayProof> }>(`${PUBLISHED}?before=${number + 1}`)
  const own = proofs.find((proof) => proof.number === number)
  const before = proofs.find((proof) => proof.number === number - 1)
  const isChained = before === undefined ? number === 1 && previous === "" : before.digest === previous
  return own?.root === root && own.digest === digest && isChained
}

/** Verifies each receipt on its own, and then against the published proof. */
const verify = async (url: string): Promise<Outcome> => {
  const { receipts } = await load<{ readonly receipts: ReadonlyArray<Receipt> }>(url)
  if (receipts.length === 0) return "pending"
  for (const receipt of receipts) if ((await verifyReceipt(receipt)).length > 0) return "wrong"
  try {
    for (const { proof } of receipts) if (!(await isPublished(proof))) return "wrong"
  } catch {
    return "unpublished"
  }
  return "verified"
}

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-verify]")) {
  const output = button.parentElement?.querySelector("output")
  button.hidden = false
  button.addEventListener("click", async () => {
    button.disabled = true
    const outcome = await verify(button.dataset["verify"] ?? "").catch((): Outcome => "failed")
    button.disabled = false
    if (output == null) return
    output.textContent = output.dataset[outcome] ?? ""
    output.dataset["outcome"] = outcome
  })
}
