import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { KeptAnswer, RequestKey } from '../database/transaction/idempotency-keys.ts'
import { AnswerKept } from '../database/transaction/request-transaction.ts'
import { AnswerHead, JSON_TYPE } from './answer-head.ts'
import { bearerToken } from './authentication.ts'
import { readIdempotencyKey, requestSha256 } from './idempotency-key.ts'
import type { OperationContract } from './operation-contract.ts'
import { seal, unseal } from './sealed-answer.ts'

/** Query parameters of every operation that can be tried without effect. */
export const CHANGE_PARAMETERS = {
  validateOnly: Type.Optional(
    Type.Enum(['true', 'false'], {
      description:
        '`true`: nothing is changed. The answer is what it would be, with status 200 and the header ' +
        '`Validate-Only`, or every fault. Ids and secrets in it stand for nothing.',
      examples: ['true'],
    }),
  ),
}

/** A request for a change that is to have a transaction of its own. */
export interface Change {
  readonly app: FastifyInstance
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly contract: Pick<OperationContract, 'operationId' | 'success' | 'answersSecret'>
  readonly ask: (database: RequestDatabase, head: AnswerHead) => Promise<unknown>
}

/** Whether a change is made once for its key, or is to be tried without effect. */
export function wantsTransaction(request: FastifyRequest): boolean {
  return request.headers['idempotency-key'] !== undefined || isTrial(request)
}

/**
 * Answers a change in a transaction that ends with its answer: rolled back where it is only tried,
 * else committed with the answer kept under its key, or answered with the one that is kept.
 * @returns the body
 */
export async function answerInTransaction(change: Change): Promise<string> {
  const { app, request, reply, contract, ask } = change
  const { status } = contract.success
  const secret = contract.answersSecret === true ? bearerToken(request) : undefined
  const end = isTrial(request) ? 'roll_back' : 'commit'
  const transaction = app.database.transaction({ ...requestKey(change), end })
  try {
    const head = new AnswerHead(reply, status)
    const answer = await ask(transaction, head)
    const { headers } = head
    const text = head.serializer()(answer)
    if (end === 'roll_back') {
      await transaction.giveUp(undefined)
      return send(reply, { status: 200, headers: { ...headers, 'Validate-Only': 'true' }, text })
    }
    await transaction.commit({ status, headers, text: secret ? seal(text, secret) : text })
    return send(reply, { status, headers, text })
  } catch (error) {
    await transaction.giveUp(error)
    if (!(error instanceof AnswerKept)) throw error
    const { answer } = error
    reply.header('Idempotent-Replayed', 'true')
    return send(reply, { ...answer, text: secret ? unseal(answer.text, secret) : answer.text })
  }
}

function isTrial({ query }: FastifyRequest): boolean {
  return (query as { validateOnly?: string }).validateOnly === 'true'
}

function requestKey({ request, contract }: Change): { key?: RequestKey } {
  const key = readIdempotencyKey(request.headers)
  if (key === null) return {}
  const { organizationId, tokenId } = request.caller as Caller
  // What holds a secret is for the token that it was made for, and no other of the organization.
  const sha256 = requestSha256(request, contract.answersSecret === true ? tokenId : null)
  const operation = contract.operationId
  return { key: { organizationId, operation, key, requestSha256: sha256 } }
}

function send(reply: FastifyReply, { status, headers, text }: KeptAnswer): string {
  reply.status(status).headers(headers).type(JSON_TYPE)
  return text
}
