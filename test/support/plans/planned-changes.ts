import { updateOrganizationPolicyRoute } from '../../../src/access/organizations/organization-policies.ts'
import { revokeAccessTokenRoute } from '../../../src/access/tokens/access-tokens.ts'
import { issueAccessTokenRoute } from '../../../src/access/tokens/issue-access-token.ts'
import { rotateAccessTokenRoute } from '../../../src/access/tokens/rotate-access-token.ts'
import type { Change } from '../../../src/database/changes/change.ts'
import { type Decision, runChanges } from '../../../src/database/changes/run-changes.ts'
import { createFboAccountRoute } from '../../../src/vault/accounts/create-fbo-account.ts'
import { updateFboAccountRoute } from '../../../src/vault/accounts/update-fbo-account.ts'
import { holdInventoryItemRoute } from '../../../src/vault/items/change-item-status.ts'
import { takeInInventoryItemsRoute } from '../../../src/vault/items/take-in-inventory-items.ts'
import { decideRevaluationRoutes } from '../../../src/vault/revaluations/decide-revaluation.ts'
import { revalueInventoryItemsRoute } from '../../../src/vault/revaluations/revalue-inventory-items.ts'
import { createOutboundShipmentRoute } from '../../../src/vault/shipments/create-outbound-shipment.ts'
import { moveShipmentRoutes } from '../../../src/vault/shipments/move-shipment.route.ts'
import { updateOutboundShipmentRoute } from '../../../src/vault/shipments/update-outbound-shipment.ts'
import { createTransferRoute } from '../../../src/vault/transfers/create-transfer.ts'
import { decideTransferRoutes } from '../../../src/vault/transfers/decide-transfer.ts'
import { EXPIRE_TRANSFER } from '../../../src/vault/transfers/expire-transfers.ts'
import { REVIEW_TRANSFER } from '../../../src/vault/transfers/review-transfer.ts'
import { updateTransferRoute } from '../../../src/vault/transfers/update-transfer.ts'
import type { Sql } from '../vault/sql.ts'
import { CALLER } from './planned.ts'

type Sent = (sql: Sql) => Promise<readonly Decision<unknown>[]>

/** Makes these changes in one transaction, as simultaneous requests do. */
function making<Input, Facts, Result>(
  change: Change<Input, Facts, Result>,
  ...inputs: readonly Input[]
): Sent {
  const respond = () => ({ status: 200, headers: {}, text: '' })
  const how = { caller: CALLER, requestId: null, isDryRun: false, isAfterExpiry: true, respond }
  const requests = inputs.map((input) => ({ ...how, input }))
  return (watched) => runChanges(watched, change, requests)
}

/** Numbers of records that nothing else here touches: even, and of the organization. */
let used = 1_000
const fresh = () => {
  used += 4
  return used + 2
}
const transfer = (items: number) => ({
  id: `xfer_new_${fresh()}`,
  idempotencyKey: null,
  fromFboAccountId: 'fbo_1',
  toFboAccountId: 'fbo_2',
  items: Array.from({ length: items }, () => ({
    inventoryItemId: `item_${fresh()}`,
    reason: 'trade' as const,
  })),
})
const update = (number: number) => ({
  id: `fbo_${number}`,
  ifMatch: [1],
  body: { email: 'a@b' },
})
const times = <T>(count: number, make: (place: number) => T) =>
  Array.from({ length: count }, (_, place) => make(place))

/** Every fiftieth of the pending batches of one item, from the first. */
const pending = (place: number) => `xfer_${place * 50 + 101}`
const version = { ifMatch: undefined }
const approval = (place: number) => {
  return { id: pending(place), verb: 'approve' as const, ...version }
}
const move = (id: string) => ({ id, ifMatch: undefined })
const shipped = { verb: 'ship', carrier: 'Brinks', trackingNumber: 'BX 1' } as const
const rotation = { id: 'tok_60002', ifMatch: undefined, body: { graceDays: 7 } }

/** The name, the work, and the number of its statements. */
export const PLANNED_CHANGES: [name: string, work: Sent, statements: number][] = [
  ['update an account', making(updateFboAccountRoute.change, update(1)), 5],
  [
    'update 64 accounts',
    making(updateFboAccountRoute.change, ...times(64, () => update(fresh()))),
    // One more keeps the wait for rows short.
    5 + 1,
  ],
  ...[1, 20, 1_000].map((count): [string, Sent, number] => [
    `create a transfer of ${count} items`,
    making(createTransferRoute.change, transfer(count)),
    9,
  ]),
  [
    'create 64 transfers of 20 items',
    making(createTransferRoute.change, ...times(64, () => transfer(20))),
    9 + 1,
  ],
  ['approve a transfer', making(decideTransferRoutes.approve.change, approval(0)), 14],
  [
    'approve 50 transfers',
    making(decideTransferRoutes.approve.change, ...times(50, (place) => approval(place + 1))),
    14 + 49 * 5 + 1,
  ],
  [
    'cancel a transfer',
    making(decideTransferRoutes.cancel.change, {
      ...{ id: pending(60), verb: 'cancel', reason: 'Why', ...version },
    }),
    10,
  ],
  [
    'change the metadata of a transfer',
    making(updateTransferRoute.change, {
      ...{ id: pending(62), ifMatch: undefined, body: { metadata: { deal: 'D-1' } } },
    }),
    6,
  ],
  ['end a transfer when due', making(EXPIRE_TRANSFER, { id: pending(61), totalItems: 1 }), 3],
  ['review one when due', making(REVIEW_TRANSFER, { id: pending(63), totalItems: 1 }), 9],
  [
    'create an account',
    making(createFboAccountRoute.change, {
      account: {
        id: 'fbo_new',
        firstName: null,
        lastName: null,
        email: null,
        phone: null,
        businessName: null,
        maxInsuredValueCents: '0',
        isPrimary: true,
      },
      profile: { externalId: 'CUST-1', metadata: {} },
    }),
    8,
  ],
  ['issue a token', making(issueAccessTokenRoute.change, { lifetimeSeconds: 60 }), 7],
  ['rotate a token', making(rotateAccessTokenRoute.change, rotation), 10],
  ['revoke a token', making(revokeAccessTokenRoute.change, { id: 'tok_3' }), 8],
  [
    'hold an item',
    making(holdInventoryItemRoute.change, {
      id: 'item_2',
      ifMatch: undefined,
      body: { reason: 'Why' },
    }),
    6,
  ],
  [
    'take an item in',
    making(takeInInventoryItemsRoute.change, {
      ifMatch: undefined,
      body: { fboAccountId: 'fbo_1', declaredValueCents: '0' },
    }),
    6,
  ],
  [
    'revalue 20 items',
    making(revalueInventoryItemsRoute.change, {
      ifMatch: undefined,
      body: {
        items: transfer(20).items.map(({ inventoryItemId }) => {
          return { inventoryItemId, declaredValueCents: '7' }
        }),
        reason: 'Why',
      },
    }),
    9,
  ],
  [
    'approve a revaluation',
    making(decideRevaluationRoutes.approve.change, {
      id: 'reval_new',
      ifMatch: undefined,
      verb: 'approve',
    }),
    13,
  ],
  [
    'approve a shipment',
    making(moveShipmentRoutes.approve.change, { ...move('ship_18'), verb: 'approve' }),
    13,
  ],
  ['ship', making(moveShipmentRoutes.ship.change, { ...move('ship_22'), ...shipped }), 12],
  [
    'send an approved shipment elsewhere',
    making(updateOutboundShipmentRoute.change, {
      ...move('ship_26'),
      changes: { service: 'Overnight' },
    }),
    13,
  ],
  [
    'create a shipment of 20 items',
    making(createOutboundShipmentRoute.change, {
      id: 'ship_new',
      fboAccountId: 'fbo_1',
      items: transfer(20).items,
    }),
    9,
  ],
  [
    'change the policy',
    making(updateOrganizationPolicyRoute.change, {
      ...{ ifMatch: undefined, body: { transferExpirySeconds: 60 } },
    }),
    7,
  ],
]
