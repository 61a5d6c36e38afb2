import type { Sql } from 'postgres'
import type { ApiAnswer, ApiClient } from '../support/vault/api-client.ts'
import type { Records } from '../support/vault/records.ts'
import { type Action, toRequest } from './actions.ts'
import { difference } from './difference.ts'
import type { ModelToken } from './model-state.ts'
import type { Prediction } from './predict.ts'

/** The service, as two processes over one database, and how often it answered what. */
export interface VaultUnderTest {
  readonly clients: readonly [ApiClient, ApiClient]
  readonly sql: Sql
  readonly records: Records
  readonly outcomes: Map<string, number>
}

/** A request on its way: who asks what, of which process. */
export interface Step {
  readonly caller: ModelToken
  readonly action: Action
  readonly process: number
  /** Asked for under an idempotency key, and once more of the other process. */
  readonly key?: string
  /** First asked what it would do. */
  readonly isTried?: boolean
}

/** The service and the model do not agree. */
export class Disagreement extends Error {
  readonly faults: readonly { step: Step; answer: ApiAnswer; found: string }[]

  constructor(faults: Disagreement['faults']) {
    const told = faults.map(({ step, answer, found }) => {
      const { method, path, body } = toRequest(step.action)
      const asked = `${step.caller.id} ${method} ${path} ${JSON.stringify(body) ?? ''}`
      return `${found}\n  asked ${asked}\n  answered ${answer.status} ${answer.text}`
    })
    super(`the service and the model do not agree\n${told.join('\n')}`)
    this.faults = faults
  }
}

/** Sends the request to its process, and counts the outcome. */
export async function send(
  { clients, outcomes }: VaultUnderTest,
  step: Step,
  query = '',
): Promise<ApiAnswer> {
  const { method, path, body } = toRequest(step.action)
  const client = clients[step.process % 2] as ApiClient
  const headers = step.key === undefined ? {} : { 'Idempotency-Key': step.key }
  const sent = { token: step.caller.secret, body, headers }
  const answer = await client.request(method, `${path}${query}`, sent)
  const { op } = step.action
  const verb = 'verb' in step.action ? ` ${step.action.verb}` : ''
  const how = `${query === '' ? '' : ' tried'}${step.key === undefined ? '' : ' keyed'}`
  const outcome = `${op}${verb}${how} ${answer.status} ${answer.body.code ?? ''}`.trimEnd()
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  return answer
}

/** Where the answer is not the one that was predicted; undefined where it is. */
export function disagreement(answer: ApiAnswer, prediction: Prediction): string | undefined {
  const { status, code, facts, errors, body } = prediction
  if (answer.status !== status) return `${answer.status} instead of ${status} ${code ?? ''}`
  if (code === undefined) return difference(answer.body, body?.(answer.body))
  const { type, title, detail, instance, requestId, errors: told, ...rest } = answer.body
  const listed = told?.map(({ detail: _, ...error }: { detail: string }) => error)
  return difference(
    { ...rest, errors: listed },
    {
      status,
      code,
      ...facts,
      errors: errors?.map(([pointer, fault, more]) => ({ pointer, code: fault, ...more })),
      ...(errors === undefined ? {} : { errorsTotal: errors.length }),
    },
  )
}
