import type { Change } from '../database/changes/change.ts'
import { type PasskeyRow, passkeyNotFound } from './passkey.ts'
import { passkeyEvent } from './passkey-event.ts'
import { lockPasskey, removePasskey } from './passkeys.store.ts'

interface PasskeyOfPerson {
  readonly id: string
  readonly personId: string
}

interface RemovedPasskey {
  readonly passkey: PasskeyRow
  readonly at: Date
}

/** Removes a passkey of a person for good: it signs nothing more. What it signed stays valid. */
export const REMOVE_PASSKEY: Change<PasskeyOfPerson, PasskeyRow | undefined, RemovedPasskey> = {
  name: 'remove_passkey',
  lock: (tx, inputs) => lockPasskey(tx, inputs[0] as PasskeyOfPerson),
  judge: (_, passkey, { nowMs }) =>
    passkey === undefined ? passkeyNotFound() : { passkey, at: new Date(nowMs) },
  write: (tx, accepted) => {
    for (const { caller, result } of accepted) {
      removePasskey(tx, { id: result.passkey.id, at: result.at, tokenId: caller.tokenId })
    }
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { passkey, at } = one.result
      const { id, personId, credentialId } = passkey
      return passkeyEvent(one, 'passkey.removed', { id, at, data: { personId, credentialId } })
    }),
}
