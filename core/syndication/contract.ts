/** What a browser may know of syndication. */

export { canonicalUrl, linkKey } from "./link.ts"
export {
  ADDRESS_LENGTH_MAX,
  detectSource,
  SOURCE_NAMES,
  type Source,
  type SourceKind,
  sourceUrlOf,
  WEB_ADDRESS_PATTERN,
} from "./source.ts"
