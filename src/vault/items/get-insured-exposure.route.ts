import { Type } from 'typebox'
import { asOfParameter } from '../../domain/pagination.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { FBO_ACCOUNT_BY_ID } from '../accounts/fbo-account.ts'
import { INSURED_EXPOSURE, toInsuredExposure } from '../accounts/insured-exposure.ts'
import { getInsuredExposure, getInsuredExposureAt } from './get-insured-exposure.store.ts'
import { asOfInFuture, momentOf } from './holding.ts'

const QUERY = Type.Object(
  {
    asOf: asOfParameter(
      'Show the exposure of this moment (RFC 3339): what the account held and transfers were to ' +
        'bring, with the declared values and the maximum of then. It cannot be in the future. ' +
        'Default: now.',
    ),
  },
  { additionalProperties: false },
)

export const getInsuredExposureRoute = operation({
  operationId: 'getInsuredExposure',
  description:
    'Reads the insured exposure of one FBO account, now or at a past moment, and its distance ' +
    'from the maximum insured value. Items that were shipped, delivered or withdrawn do not count.',
  path: '/v1/fbo-accounts/{id}/insured-exposure',
  permission: 'fbo_accounts:read',
  ...FBO_ACCOUNT_BY_ID,
  query: QUERY,
  success: recordResponse('The exposure of the account.', INSURED_EXPOSURE),
  expiresTransfersFirst: true,
  handle: async ({ caller, database, parameters: { id }, query: { asOf } }) => {
    if (asOf === undefined) {
      const row = await getInsuredExposure(caller, database, id)
      return row && { data: toInsuredExposure(row) }
    }
    const row = await getInsuredExposureAt(caller, database, id, momentOf(asOf))
    if (row === undefined) return undefined
    const { isFuture, ...exposure } = row
    if (isFuture) throw asOfInFuture()
    return { data: toInsuredExposure(exposure) }
  },
})
