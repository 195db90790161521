/** Embeddings, overrides and isolates, which reorder the text around them (Unicode Bidirectional Algorithm, UAX #9). */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Removes characters that reorder text so that it reads differently from its content. Marks that right-to-left
 * languages need (U+200E, U+200F, U+061C) stay, and browsers order mixed text without controls.
 */
export const stripBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, "")
