import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { namedObject, recordId } from '../../domain/fields.ts'
import { PASSKEYS_PER_PERSON_MAX } from '../../domain/limits.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { PASSKEY, personOf, toPasskey } from './passkey.ts'
import { ownPasskeys } from './passkeys.store.ts'

const OWN_PASSKEYS = namedObject('OwnPasskeys', 'The passkeys of the person who asks.', {
  personId: recordId('The person.', EXAMPLE_IDS.person),
  passkeys: Type.Array(PASSKEY, {
    description: 'All of them, newest first.',
    maxItems: PASSKEYS_PER_PERSON_MAX,
  }),
})

export const getPasskeysRoute = operation({
  operationId: 'getPasskeys',
  description: 'Reads the passkeys of the person whose token this is.',
  path: '/v1/passkeys',
  permission: null,
  success: recordResponse('The passkeys.', OWN_PASSKEYS),
  refusals: ['person_required'],
  handle: async ({ caller, database }) => {
    const person = personOf(caller)
    const passkeys = (await ownPasskeys(person, database)).map(toPasskey)
    return { data: { personId: person.personId, passkeys } }
  },
})
