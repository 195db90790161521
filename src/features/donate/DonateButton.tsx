import { lazy, type MouseEvent, Suspense, useState } from "react"
import { createPortal } from "react-dom"
import type { DonateProps } from "./DonateProps.ts"

const DonateDialog = lazy(async () => ({ default: (await import("./DonateDialog.tsx")).DonateDialog }))

/** Opens the donation dialog. Without scripts it links to the page with the same form. */
export function DonateButton({ className = "button", ...props }: DonateProps & { readonly className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <a className={className} href={`/donate?${new URLSearchParams({ to: props.userCode })}`} onClick={open}>
        {props.words["donate.act"]}
      </a>
      {isOpen &&
        createPortal(
          <Suspense>
            <DonateDialog {...props} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
