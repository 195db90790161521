export {
  CASES_PAGE_MAX,
  type CaseFilter,
  type ListedCase,
  listCaseIds,
  listCases,
  listOpenCaseIdsAt,
  listOwnMeasures,
} from "./findCases.ts"
export { moderation } from "./moderation.projection.ts"
