/** Stands first in every page, because a page's own styles may come before the shell's and would else decide the order. */
export const LAYER_ORDER = "@layer reset, tokens, base, components, utilities;"
