import { Type } from 'typebox'
import {
  BLOCKED_BY_EXPIRED,
  type ChangeRequest,
  type DecisionTime,
} from '../../database/changes/change.ts'
import { writeCorrections } from '../../database/changes/corrections.ts'
import { Refusal } from '../../domain/errors.ts'
import { instant, namedObject, reasonBody, responseMaker } from '../../domain/fields.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { change, recordReply } from '../../http/change.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { standingCorrections } from './account-standing.ts'
import {
  type AccountUse,
  type ErasableAccountRow,
  eraseAccount,
  eraseShipments,
  eraseWithAccount,
  type LockedForErasure,
  lockForErasure,
} from './erase-fbo-account.store.ts'
import {
  accountChangeEvent,
  changedMembersOf,
  FBO_ACCOUNT,
  FBO_ACCOUNT_BY_ID,
  fboAccountNotFound,
} from './fbo-account.ts'

/** Why the account cannot be erased yet: `fbo_account_in_use`; undefined if it can. */
export function useRefusal({ items, transfers, shipments }: AccountUse): Refusal | undefined {
  const uses = [
    ...counted(items.total, 'item in the vault', 'items in the vault'),
    ...counted(transfers.total, 'pending transfer', 'pending transfers'),
    ...counted(shipments.total, 'open shipment', 'open shipments'),
  ]
  if (uses.length === 0) return undefined
  return new Refusal('fbo_account_in_use', {
    detail:
      `The account has ${uses.join(', ')}: move, ship or withdraw the items, decide the ` +
      'transfers, deliver or cancel the shipments, then erase the account.',
    members: {
      inventoryItemIds: [...items.ids],
      inventoryItemsTotal: items.total,
      transferIds: [...transfers.ids],
      transfersTotal: transfers.total,
      outboundShipmentIds: [...shipments.ids],
      outboundShipmentsTotal: shipments.total,
    },
  })
}

function counted(total: number, one: string, many: string): string[] {
  return total === 0 ? [] : [`${total} ${total === 1 ? one : many}`]
}

interface Erasure extends RecordToChange {
  readonly reason: string
}

function judgeEraseFboAccount(
  { input: { ifMatch, reason } }: ChangeRequest<Erasure>,
  { account, use, personalShipmentIds }: LockedForErasure,
  { nowMs, hasExpired }: DecisionTime,
) {
  if (account === undefined) return fboAccountNotFound()
  const { version } = account
  const stale = versionRefusal('account', { version, ifMatch })
  if (stale !== undefined) return stale
  const at = new Date(nowMs)
  const found = { before: account, personalShipmentIds, at }
  if (account.erasedAt !== null) {
    return { ...found, account, changedMembers: [], isRepeated: true }
  }
  const refusal = useRefusal(use)
  // Transfers that have expired are ended first, and the account is judged again.
  if (refusal !== undefined)
    return hasExpired && use.transfers.total > 0 ? BLOCKED_BY_EXPIRED : refusal
  const cleared = { firstName: null, lastName: null, email: null, phone: null, businessName: null }
  const erased = {
    ...account,
    ...cleared,
    // Another account can be the primary one from now on.
    isPrimary: false,
    erasedAt: at,
    erasureReason: reason,
    version: version + 1,
  }
  const changedMembers = changedMembersOf(account, erased)
  return { ...found, account: erased, changedMembers, isRepeated: false }
}

const ERASED_FBO_ACCOUNT = namedObject('ErasedFboAccount', 'An account without contact details.', {
  ...FBO_ACCOUNT.properties,
  erasedAt: instant('the account was erased', '2026-11-22T10:00:00.000Z'),
  erasureReason: Type.String({
    description: 'Why it was erased, as the first request said.',
    examples: ['Request under Art. 17 GDPR, case 2026-118'],
  }),
})

/** Clears the contact details of an account for good; the result is the account. */
export const eraseFboAccountRoute = change({
  operationId: 'eraseFboAccount',
  description:
    'Clears `firstName`, `lastName`, `email`, `phone` and `businessName` for good, in the ' +
    'account and in the stored response of its creation, with its profile, and the recipients ' +
    'and metadata of its shipments likewise. From then on the account cannot be updated. It ' +
    'stays readable, with its history. Refused while the account has items in the ' +
    'vault, pending transfers or open shipments. Erasing it again changes nothing.',
  path: '/v1/fbo-accounts/{id}/erase',
  permission: 'fbo_accounts:erase',
  ...FBO_ACCOUNT_BY_ID,
  body: reasonBody(
    'Why the account is erased. It stays on record: name a case, not a person.',
    'Request under Art. 17 GDPR, case 2026-118',
  ),
  success: versionedResponse('The account, erased.', ERASED_FBO_ACCOUNT),
  refusals: ['version_conflict', 'fbo_account_in_use'],
  input: ({ parameters, body, ifMatch }): Erasure => ({
    ...parameters,
    ifMatch,
    reason: body.reason,
  }),
  seesExpired: true,
  lock: (tx, { id }) => lockForErasure(tx, id),
  judge: (request, facts, moment) => judgeEraseFboAccount(request, facts, moment),
  write: (tx, { caller: { tokenId }, requestId, result }) => {
    const { account, at, isRepeated, personalShipmentIds } = result
    if (isRepeated) return
    eraseShipments(tx, personalShipmentIds)
    eraseWithAccount(tx, account.id, at)
    eraseAccount(tx, account, { tokenId, requestId })
    writeCorrections(tx, [standingCorrections(result, { reason: account.erasureReason, tokenId })])
  },
  events: (one) =>
    one.result.isRepeated ? [] : accountChangeEvent(one, 'fbo_account.erased', one.result),
  respond: ({ account }) => recordReply(toErasedAccount(account), account),
})

const toErased = responseMaker(ERASED_FBO_ACCOUNT)

function toErasedAccount(row: ErasableAccountRow) {
  const { erasedAt, erasureReason } = row
  if (erasedAt === null || erasureReason === null) throw new Error('the account is not erased')
  return toErased({ ...row, erasedAt, erasureReason })
}
