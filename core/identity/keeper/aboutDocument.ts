/** What an operator signs before a look at a document. */
export const aboutDocument = ({ checkId, docId }: { readonly checkId: string; readonly docId: string }) => ({
  what: "identity document",
  checkId,
  docId,
})
