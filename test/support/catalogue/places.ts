import assert from 'node:assert/strict'
import type { World } from './world.ts'

export const PATH_ID = 'path id'

export type Make = (world: World, organizationId: string) => Promise<string>

/** A place of a request that takes an id: what the id names, and how to make one that fits. */
export interface IdPlace {
  readonly names: string
  readonly make: Make
  /** One that names nothing, where the id has a form of its own. */
  readonly unknown?: string
}

/**
 * Kinds of ids, by the segment of the path before it, or by the name of the parameter or
 * member.
 */
const PLACES: Readonly<Record<string, IdPlace>> = {
  'fbo-accounts': { names: 'account', make: (world, owner) => world.account(owner) },
  toFboAccountId: { names: 'account', make: (world, owner) => world.otherAccount(owner) },
  'inventory-items': { names: 'item', make: (world, owner) => world.item(owner) },
  // Common part of the ids of one large intake, as if this item were of one.
  intakeId: {
    names: 'item',
    make: async (world, owner) => (await world.item(owner)).slice(0, -2),
    unknown: `item_${'0'.repeat(24)}`,
  },
  transfers: { names: 'transfer', make: (world, owner) => world.pendingTransfer(owner) },
  approvals: { names: 'transfer', make: (world, owner) => world.pendingTransfer(owner) },
  revaluations: { names: 'revaluation', make: (world, owner) => world.revaluation(owner) },
  'outbound-shipments': {
    names: 'shipment',
    make: (world, owner) => world.shipment(owner, 'packing'),
  },
  'access-tokens': { names: 'token', make: (world, owner) => world.token(owner) },
  roles: { names: 'role', make: (world, owner) => world.role(owner) },
  events: { names: 'event', make: (world, owner) => world.event(owner) },
  afterEventId: { names: 'event', make: async (world, owner) => world.firstEvent(owner) },
  'webhook-endpoints': { names: 'webhook', make: (world, owner) => world.webhook(owner) },
  imports: { names: 'import', make: (world, owner) => world.import(owner) },
  people: { names: 'person', make: (world, owner) => world.holder(owner) },
  passkeys: { names: 'passkey', make: (world, owner) => world.passkey(owner) },
  sessions: { names: 'session', make: (world, owner) => world.session(owner) },
}
const LIKE: Readonly<Record<string, string>> = {
  fboAccountId: 'fbo-accounts',
  fromFboAccountId: 'fbo-accounts',
  subjectId: 'fbo-accounts',
  eventId: 'afterEventId',
  personId: 'people',
  inventoryItemId: 'inventory-items',
  actorTokenId: 'access-tokens',
  actorPersonId: 'people',
}

/** The place of a position such as `path id`, in an operation of this path. */
export function placeOf(path: string, position: string): IdPlace {
  const [where, name = ''] = position.split(' ')
  const segments = path.split('/')
  const key =
    where === 'path'
      ? segments[segments.indexOf(`{${name}}`) - 1]
      : (name.split('/').at(-1) as string)
  const place = PLACES[LIKE[key ?? ''] ?? key ?? '']
  assert.ok(place, `${path}, ${position}: say in test/support/catalogue/places.ts what it names`)
  return place
}
