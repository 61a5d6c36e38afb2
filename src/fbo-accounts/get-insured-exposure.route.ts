import type { FastifyInstance } from 'fastify'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { FBO_ACCOUNT_BY_ID } from './fbo-account.ts'
import { getInsuredExposure } from './get-insured-exposure.store.ts'
import { INSURED_EXPOSURE, toInsuredExposure } from './insured-exposure.ts'

export function getInsuredExposureRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getInsuredExposure',
      description:
        'Reads the insured exposure of one FBO account, and its distance from the maximum insured ' +
        'value. Items that were shipped, delivered or withdrawn do not count.',
      method: 'GET',
      path: '/v1/fbo-accounts/{id}/insured-exposure',
      permission: 'fbo_accounts:read',
      ...FBO_ACCOUNT_BY_ID,
      success: recordResponse('The exposure of the account.', INSURED_EXPOSURE),
      expiresTransfersFirst: true,
    },
    {
      handle: async ({ caller, database, parameters }) => {
        const row = await getInsuredExposure(caller, database, parameters.id)
        return row && { data: toInsuredExposure(row) }
      },
    },
  )
}
