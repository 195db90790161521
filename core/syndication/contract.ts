/** The browser-safe part of the syndication module. */

export { canonicalUrl, linkKey } from "./link.ts"
export {
  ADDRESS_LENGTH_MAX,
  detectSource,
  SOURCE_NAMES,
  type SourceKind,
  type SourceType,
  sourceUrlOf,
  WEB_ADDRESS_PATTERN,
} from "./source.ts"
