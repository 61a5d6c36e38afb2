import type { FastifyInstance } from 'fastify'
import { NEWEST_FIRST } from '../domain/pagination.ts'
import { addList } from '../http/list-operation.ts'
import { ACCESS_TOKEN, toAccessToken } from './access-token.ts'
import { listAccessTokens } from './list-access-tokens.store.ts'

export function listAccessTokensRoute(app: FastifyInstance): void {
  addList(
    app,
    {
      operationId: 'listAccessTokens',
      tag: 'Access tokens',
      summary: 'List Access Tokens',
      description:
        'Lists the access tokens of the organization, including expired and revoked ones, newest ' +
        'first, page by page. Secrets are never shown again.',
      path: '/v1/access-tokens',
      permission: 'access_tokens:manage',
      order: NEWEST_FIRST,
      entry: ACCESS_TOKEN,
      entries: 'tokens',
      refusals: [],
    },
    {
      find: ({ caller, database, request }) => listAccessTokens(caller, database, request),
      toView: toAccessToken,
    },
  )
}
