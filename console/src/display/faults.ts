import { ProblemError } from '../api/request.ts'

/** What a refusal says of one member of the body, to be shown beside its field. */
export function faultOf(error: unknown, member: string): string | undefined {
  if (!(error instanceof ProblemError)) return undefined
  return error.problem.errors?.find(({ pointer }) => pointer === `/${member}`)?.detail
}
