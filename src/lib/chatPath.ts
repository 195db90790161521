// Separate from src/lib/fixedPaths.ts, which every guest page loads.
export const CHAT = "/writers/chat"
