/** The page about the calls. What a call does is said by the calls themselves, in English. */
export const docs = {
  "docs.title": "Calls",
  "docs.description": "Every call of the programming interface: what it takes, what it answers and what it refuses.",
  "docs.lead": "Everything that the pages do goes through these calls, and every program may make them too.",
  "docs.envelope":
    "Every answer has status, message and data; a refusal has status false. Calls are POST with a JSON body of at most 2,000,000 bytes, unless GET stands beside them.",
  "docs.machine": "The same for machines (OpenAPI)",
  "docs.contents": "Contents",
  "docs.query": "Query",
  "docs.headers": "Headers",
  "docs.payload": "Payload",
  "docs.answer": "Answer (data)",
  "docs.refusals": "Refusals",
  "docs.example": "Example",
  "docs.field": "Field",
  "docs.type": "Type",
  "docs.note": "Note",
  "docs.optional": "optional",
  "docs.length": "{low} to {high} characters",
  "docs.value": "{low} to {high}",
} as const
