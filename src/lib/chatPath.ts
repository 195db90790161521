// Apart from src/lib/fixedPaths.ts, which every page of a guest is sent.
export const CHAT = "/writers/chat"
