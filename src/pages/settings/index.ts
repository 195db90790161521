import type { APIRoute } from "astro"
import { paths } from "../../lib/paths.ts"
import { leadTo } from "../../server/forms.ts"

export const GET: APIRoute = () => leadTo(paths.settings)
