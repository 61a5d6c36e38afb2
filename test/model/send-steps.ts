import type { ApiClient, ApiResponse } from '../support/vault/api-client.ts'
import type { Records } from '../support/vault/records.ts'
import type { Sql } from '../support/vault/sql.ts'
import type { Action } from './actions.ts'
import { difference } from './difference.ts'
import type { ModelToken } from './model-state.ts'
import type { Prediction } from './prediction.ts'
import { toRequest } from './requests.ts'

/** The service, as two processes over one database, and a count of its responses. */
export interface VaultUnderTest {
  readonly clients: readonly [ApiClient, ApiClient]
  readonly sql: Sql
  readonly records: Records
  readonly outcomes: Map<string, number>
}

/** A request under way: its caller, its action and its process. */
export interface Step {
  readonly caller: ModelToken
  readonly action: Action
  readonly process: number
  /** Sent under an idempotency key, and once more to the other process. */
  readonly key?: string
  /** Sent as a dry run first. */
  readonly isTried?: boolean
}

/** The service and the model do not agree. */
export class Disagreement extends Error {
  readonly violations: readonly { step: Step; response: ApiResponse; found: string }[]

  constructor(violations: Disagreement['violations']) {
    const reported = violations.map(({ step, response, found }) => {
      const { method, path, body } = toRequest(step.action)
      const asked = `${step.caller.id} ${method} ${path} ${JSON.stringify(body) ?? ''}`
      return `${found}\n  asked ${asked}\n  got ${response.status} ${response.text}`
    })
    super(`the service and the model do not agree\n${reported.join('\n')}`)
    this.violations = violations
  }
}

/** Sends the request to its process, and counts the outcome. */
export async function send(
  { clients, outcomes }: VaultUnderTest,
  step: Step,
  query = '',
): Promise<ApiResponse> {
  const { method, path, body } = toRequest(step.action)
  const client = clients[step.process % 2] as ApiClient
  const headers = step.key === undefined ? {} : { 'Idempotency-Key': step.key }
  const sent = { token: step.caller.secret, body, headers }
  const response = await client.request(method, `${path}${query}`, sent)
  const { op } = step.action
  const verb = 'verb' in step.action ? ` ${step.action.verb}` : ''
  const how = `${query === '' ? '' : ' tried'}${step.key === undefined ? '' : ' keyed'}`
  const outcome = `${op}${verb}${how} ${response.status} ${response.body.code ?? ''}`.trimEnd()
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  return response
}

/** The difference from the predicted response; undefined without one. */
export function disagreement(response: ApiResponse, prediction: Prediction): string | undefined {
  const { status, code, members, errors, body } = prediction
  if (response.status !== status) return `${response.status} instead of ${status} ${code ?? ''}`
  if (code === undefined) return difference(response.body, body?.(response.body))
  const { type, title, detail, instance, requestId, errors: reported, ...rest } = response.body
  const listed = reported?.map(({ detail: _, ...error }: { detail: string }) => error)
  return difference(
    { ...rest, errors: listed },
    {
      status,
      code,
      ...members,
      errors: errors?.map(([pointer, violation, more]) => ({ pointer, code: violation, ...more })),
      ...(errors === undefined ? {} : { errorsTotal: errors.length }),
    },
  )
}
