import type { Violation } from '../../../domain/errors.ts'
import { WEBHOOK_URL_LENGTH_MAX } from '../../../domain/limits.ts'
import { type UrlPolicy, urlViolations } from '../../../runtime/outbound/url.rules.ts'

const MEMBER = {
  name: 'url',
  lengthMax: WEBHOOK_URL_LENGTH_MAX,
  insteadOfPassword: 'receivers check the signature',
}

/** Every rule that the `url` of a body breaks, beyond its schema. */
export function webhookUrlViolations(body: unknown, policy: UrlPolicy): Violation[] {
  return urlViolations(body, MEMBER, policy)
}
