import { type Static, Type } from 'typebox'
import { cents, namedObject } from '../../domain/fields.ts'
import { asciiDigits, tidiedId } from '../../domain/folding.ts'
import { newId } from '../../domain/ids.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { changeOperation, newRecordReply } from '../../http/change-operation.ts'
import { newRecordResponse } from '../../http/operation-contract.ts'
import { NEW_PROFILE_MEMBERS } from './account-profile.ts'
import { CREATE_FBO_ACCOUNT } from './create-fbo-account.ts'
import { FBO_ACCOUNT, toFboAccount, UPDATABLE_FIELDS } from './fbo-account.ts'

const CONTACT_DETAILS = Type.Partial(Type.Object(UPDATABLE_FIELDS)).properties

const NEW_FBO_ACCOUNT = namedObject(
  'NewFboAccount',
  'A new FBO account. An omitted or null contact detail is unknown. `externalId` and `metadata` ' +
    'are in its profile, not in the response.',
  {
    ...CONTACT_DETAILS,
    maxInsuredValueCents: Type.Optional(
      Type.String({ ...cents('Maximum insured value.', '25000000'), default: '0' }),
    ),
    ...NEW_PROFILE_MEMBERS,
    isPrimary: Type.Optional(
      Type.Boolean({
        description:
          "Whether to make this the organization's primary account; an organization has at most " +
          'one.',
        default: false,
        examples: [false],
      }),
    ),
  },
  { examples: [{ firstName: 'Ada', lastName: 'Lindqvist', maxInsuredValueCents: '25000000' }] },
)

export const createFboAccountRoute = changeOperation({
  operationId: 'createFboAccount',
  description: 'Opens an account that can hold items.',
  path: '/v1/fbo-accounts',
  permission: 'fbo_accounts:create',
  body: NEW_FBO_ACCOUNT,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: newRecordResponse('The account.', FBO_ACCOUNT, 'Path of the account.'),
  refusals: ['fbo_account_erased', 'primary_account_exists', 'external_id_taken'],
  change: CREATE_FBO_ACCOUNT,
  input: ({ body }) => toNewAccount(body),
  respond: ({ account }) => newRecordReply('/v1/fbo-accounts', toFboAccount(account), account),
  isPersonal: () => true,
})

function toNewAccount(body: Static<typeof NEW_FBO_ACCOUNT>) {
  const account = {
    id: newId('fbo'),
    firstName: body.firstName ?? null,
    lastName: body.lastName ?? null,
    email: body.email ?? null,
    phone: body.phone == null ? null : asciiDigits(body.phone),
    businessName: body.businessName ?? null,
    maxInsuredValueCents: body.maxInsuredValueCents ?? '0',
    isPrimary: body.isPrimary ?? false,
  }
  const { externalId = null, metadata = {} } = body
  const hasProfile = externalId !== null || Object.keys(metadata).length > 0
  return {
    account,
    profile: hasProfile ? { externalId: externalId && tidiedId(externalId), metadata } : null,
  }
}
