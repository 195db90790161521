/** Started scripts by the id of their template. */
const started = new Map<string, Promise<void>>()

/**
 * Runs the inert script of a template once. A page names scripts that it may need in templates, so that they are neither loaded
 * nor run before they are used. Resolves when the script has run; rejects if it cannot be loaded.
 */
export const runTemplateScript = (templateId: string): Promise<void> => {
  const running = started.get(templateId) ?? start(templateId)
  started.set(templateId, running)
  // A page that follows in the same document may have the template, or a network.
  running.catch(() => started.delete(templateId))
  return running
}

const start = (templateId: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const inert = document.querySelector<HTMLTemplateElement>(`#${templateId}`)?.content.querySelector("script")
    if (!inert) throw new Error(`no template ${templateId}`)
    // A copy, because scripts parsed inside templates never run.
    const script = document.createElement("script")
    script.type = "module"
    script.src = inert.src
    script.onload = () => resolve()
    script.onerror = reject
    document.body.append(script)
  })
