/** Scripts that were called for, by the id of their template. */
const started = new Map<string, Promise<void>>()

/**
 * Runs the script that a template keeps inert, once: code that a page may need is named in it, and neither fetched nor
 * run before somebody acts. Settles when the code has run; fails where it cannot be had.
 */
export const runTemplateScript = (templateId: string): Promise<void> => {
  const running = started.get(templateId) ?? start(templateId)
  started.set(templateId, running)
  return running
}

const start = (templateId: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const inert = document.querySelector<HTMLTemplateElement>(`#${templateId}`)?.content.querySelector("script")
    // A copy, because a script that was parsed inside a template never runs.
    const script = document.createElement("script")
    script.type = "module"
    script.src = inert?.src ?? ""
    script.onload = () => resolve()
    script.onerror = reject
    document.body.append(script)
  })
