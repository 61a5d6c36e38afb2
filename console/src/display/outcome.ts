import { ProblemError } from '../api/request.ts'

/** Whether a change may have been made although its response did not say so. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false
  const { status } = error.problem
  return status === 0 || status >= 500
}
