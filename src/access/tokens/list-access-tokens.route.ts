import { listOperation } from '../../http/list-operation.ts'
import { ACCESS_TOKEN, toAccessToken } from './access-token.ts'
import { ACCESS_TOKEN_PAGES } from './list-access-tokens.store.ts'

export const listAccessTokensRoute = listOperation({
  operationId: 'listAccessTokens',
  description:
    'Lists the access tokens of the organization, including expired and revoked ones, newest ' +
    'first, page by page. Secrets are never shown again.',
  path: '/v1/access-tokens',
  permission: 'access_tokens:manage',
  entry: ACCESS_TOKEN,
  entries: 'tokens',
  pages: ACCESS_TOKEN_PAGES,
  toView: toAccessToken,
})
