import { type TProperties, type TSchema, Type } from 'typebox'
import { EVENT_DATA, EVENT_TYPES, type EventType } from '../../domain/events.ts'

type DataMember = keyof typeof EVENT_DATA

/** The members that `data` can have, by a name for the schema: those of imports are the same. */
const DATA_MEMBERS = {
  Organization: ['advancedSeconds'],
  FboAccount: ['version', 'changedMembers', 'isPrimary', 'before', 'after'],
  Import: ['totalRecords', 'recordsPath'],
  Intake: [
    'fboAccountId',
    'statusAfter',
    'totalItems',
    'inventoryItemIds',
    'intakeId',
    'itemsPath',
    'evidenceSha256',
  ],
  ItemRevaluation: ['version', 'fboAccountId', 'totalItems', 'revaluedItems'],
  Revaluation: [
    'version',
    'statusBefore',
    'statusAfter',
    'totalItems',
    'itemsPath',
    'personId',
    'proof',
  ],
  InventoryItem: [
    'version',
    'changedMembers',
    'fboAccountId',
    'statusBefore',
    'statusAfter',
    'evidenceSha256',
  ],
  Transfer: [
    'version',
    'changedMembers',
    'statusBefore',
    'statusAfter',
    'fromFboAccountId',
    'toFboAccountId',
    'totalItems',
    'itemsPath',
    'approvedBySystem',
    'reviewReasons',
    'personId',
    'proof',
  ],
  OutboundShipment: [
    'version',
    'changedMembers',
    'statusBefore',
    'statusAfter',
    'fboAccountId',
    'totalItems',
    'itemsPath',
    'personId',
    'proof',
  ],
  Person: ['version', 'changedMembers', 'statusBefore', 'statusAfter', 'before', 'after'],
  Session: ['personId', 'sessionId'],
  AccessToken: ['statusAfter', 'permissions', 'roleId', 'personId', 'expiresAt', 'newTokenId'],
  Passkey: ['personId', 'credentialId', 'publicKey', 'algorithm', 'rpId'],
  OrganizationPolicy: ['version', 'changedMembers', 'before', 'after'],
  IdentityProvider: ['version', 'changedMembers', 'before', 'after'],
  WebhookEndpoint: [
    'version',
    'changedMembers',
    'disabledReason',
    'previousSecretEndsAt',
    'before',
    'after',
  ],
  Role: ['version', 'changedMembers', 'before', 'after'],
  EventCheckpoint: ['checkpoint'],
} as const satisfies Record<string, readonly DataMember[]>

export function dataMembersOf(type: EventType): readonly string[] {
  return DATA_MEMBERS[dataNameOf(type)]
}

function dataNameOf(type: EventType): keyof typeof DATA_MEMBERS {
  if (type.endsWith('.imported')) return 'Import'
  if (type === 'inventory_item.taken_in') return 'Intake'
  if (type === 'inventory_item.revalued') return 'ItemRevaluation'
  return inPascalCase(type.split('.', 1)[0] as string) as keyof typeof DATA_MEMBERS
}

/**
 * One schema for each type of event, told apart by `type`: what all have, and the members of its
 * `data`. A client gets the members of the type that it looks at, and must expect further ones.
 */
export function publishedEvent({ type: _, data, ...members }: TProperties): TSchema {
  const fields = Type.Object(members, {
    title: 'EventFields',
    description: 'What every event has beside `type` and `data`.',
    additionalProperties: true,
  })
  const { description = '', examples } = data as TSchema & Described
  const types = Object.keys(EVENT_TYPES) as EventType[]
  const oneOf = types.map((type) => {
    const name = dataNameOf(type)
    const known = Object.fromEntries(DATA_MEMBERS[name].map((each) => [each, EVENT_DATA[each]]))
    const typed = Type.Object(known, {
      title: `${name}EventData`,
      description,
      additionalProperties: true,
      ...(name === 'Transfer' && { examples }),
    })
    const own = Type.Object(
      { type: Type.Unsafe({ type: 'string', const: type }), data: typed },
      { additionalProperties: true },
    )
    const title = `${inPascalCase(type)}Event`
    return Type.Unsafe({ title, description: EVENT_TYPES[type], allOf: [fields, own] })
  })
  const mapping = types.map((type) => [type, `#/components/schemas/${inPascalCase(type)}Event`])
  return Type.Unsafe({
    title: 'Event',
    description: 'A change of a record: what happened, when, and who did it.',
    oneOf,
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
  })
}

interface Described {
  readonly description?: string
  readonly examples?: readonly unknown[]
}

function inPascalCase(name: string): string {
  return name.replaceAll(/(?:^|[_.])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
