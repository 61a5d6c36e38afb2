import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Database } from '../database/database.ts'
import { addOperation } from '../http/operation.ts'
import { PAGE_PARAMETERS, pageAnswer, pageOf, readPage } from '../pages.ts'
import { ACCESS_TOKEN, toAccessToken } from './access-token.ts'
import { listAccessTokens as findAccessTokens } from './list-access-tokens.store.ts'

export function listAccessTokens(app: FastifyInstance, database: Database): void {
  addOperation(
    app,
    {
      operationId: 'listAccessTokens',
      tag: 'Access tokens',
      summary: 'List Access Tokens',
      description:
        'Lists the access tokens of the organization, expired and revoked ones too, newest first, ' +
        'page by page. No secret is among them.',
      method: 'GET',
      path: '/v1/access-tokens',
      permission: 'access_tokens:manage',
      query: Type.Object(PAGE_PARAMETERS, { additionalProperties: false }),
      success: {
        status: 200,
        description: 'One page of tokens.',
        body: pageOf(ACCESS_TOKEN),
      },
      refusals: ['invalid_parameter', 'invalid_request'],
    },
    {
      handle: async ({ caller, query }) => {
        const request = readPage(query)
        return pageAnswer(await findAccessTokens(caller, database, request), request, toAccessToken)
      },
    },
  )
}
