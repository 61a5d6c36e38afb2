import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { ACCESS_TOKEN, ACCESS_TOKEN_BY_ID, toAccessToken } from './access-token.ts'
import type { ForgetToken } from './authenticate.ts'
import { REVOKE_ACCESS_TOKEN } from './revoke-access-token.ts'

export function revokeAccessTokenRoute(forgetToken: ForgetToken) {
  return changeOperation({
    operationId: 'revokeAccessToken',
    description:
      'Revokes a token for good: every replica refuses it within one second. Your own token must ' +
      'have all permissions and addresses of the token; a token may revoke itself. Revoking a ' +
      'token again changes nothing.',
    path: '/v1/access-tokens/{id}/revoke',
    permission: 'access_tokens:manage',
    ...ACCESS_TOKEN_BY_ID,
    success: recordResponse('The token, `revoked`.', ACCESS_TOKEN),
    refusals: ['permission_not_held'],
    change: REVOKE_ACCESS_TOKEN,
    input: ({ parameters }) => parameters,
    respond: (row) => ({ body: { data: toAccessToken(row) } }),
    committed: (_, { id }) => forgetToken(id),
  })
}
