import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { recordId } from '../domain/fields.ts'
import { CENTS_SUM_PATTERN } from '../domain/limits.ts'
import { addOperation } from '../http/operation.ts'
import { FBO_ACCOUNT, fboAccountNotFound } from './fbo-account.ts'
import { getInsuredExposure, type InsuredExposureRow } from './get-insured-exposure.store.ts'

const INSURED_EXPOSURE = Type.Object(
  {
    fboAccountId: recordId('Identifier of the account.', EXAMPLE_IDS.fboAccount),
    exposureCents: Type.String({
      description:
        'The declared value of the items that the account holds and of those that pending ' +
        'transfers bring into it. In cents: a decimal whole number, as a string.',
      pattern: CENTS_SUM_PATTERN,
      examples: ['17500000'],
    }),
    maxInsuredValueCents: FBO_ACCOUNT.properties.maxInsuredValueCents,
    headroomCents: Type.String({
      description:
        'The maximum insured value minus the exposure, in cents: a decimal whole number, as a ' +
        'string. Negative if the exposure is over the maximum.',
      pattern: CENTS_SUM_PATTERN,
      examples: ['7500000'],
    }),
    isOverMaximum: Type.Boolean({
      description: 'Whether the exposure is over the maximum insured value.',
      examples: [false],
    }),
  },
  {
    title: 'InsuredExposure',
    description: 'The maximum insured value of an account, and how much of it is used.',
    additionalProperties: false,
  },
)

export function getInsuredExposureRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getInsuredExposure',
      tag: 'FBO accounts',
      summary: 'Get Insured Exposure',
      description:
        'Reads the insured exposure of one FBO account, and its distance from the maximum insured ' +
        'value. Items that were shipped, delivered or withdrawn do not count.',
      method: 'GET',
      path: '/v1/fbo-accounts/{id}/insured-exposure',
      permission: 'fbo_accounts:read',
      parameters: Type.Object({ id: FBO_ACCOUNT.properties.id }),
      success: {
        status: 200,
        description: 'The exposure of the account.',
        body: Type.Object({ data: INSURED_EXPOSURE }),
      },
      processesDueFirst: true,
      refusals: ['fbo_account_not_found'],
    },
    {
      notFound: fboAccountNotFound,
      handle: async ({ caller, database, parameters }) => {
        const row = await getInsuredExposure(caller, database, parameters.id)
        if (row === undefined) throw fboAccountNotFound()
        return { data: toInsuredExposure(row) }
      },
    },
  )
}

function toInsuredExposure(row: InsuredExposureRow): Static<typeof INSURED_EXPOSURE> {
  const headroomCents = BigInt(row.maxInsuredValueCents) - BigInt(row.exposureCents)
  return { ...row, headroomCents: `${headroomCents}`, isOverMaximum: headroomCents < 0n }
}
