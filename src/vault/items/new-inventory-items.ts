import { type Static, Type } from 'typebox'
import { namedObject } from '../../domain/fields.ts'
import {
  EXAMPLE_IDENTIFIER,
  NEW_IDENTIFIERS,
  type PlacedIdentifier,
  placedIdentifiers,
} from '../../domain/identifiers.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { ITEMS_PER_INTAKE_MAX } from '../../domain/limits.ts'
import { METADATA } from '../../domain/metadata.ts'
import { NEW_EVIDENCE } from './evidence-entry.ts'
import { INVENTORY_ITEM } from './inventory-item.ts'
import { claimedItems } from './item-claim.ts'

const EXAMPLE = {
  fboAccountId: EXAMPLE_IDS.fboAccount,
  description: '1952 Topps #311, PSA 8',
  declaredValueCents: '1250000',
  identifiers: [EXAMPLE_IDENTIFIER],
  metadata: { grade: 'PSA 8' },
}

const { fboAccountId, description, declaredValueCents } = INVENTORY_ITEM.properties

const NEW_INVENTORY_ITEM = namedObject(
  'NewInventoryItem',
  'An item to take into the vault.',
  {
    fboAccountId,
    description: Type.Optional(description),
    declaredValueCents: Type.Optional(Type.String({ ...declaredValueCents, default: '0' })),
    identifiers: Type.Optional(NEW_IDENTIFIERS),
    metadata: Type.Optional(METADATA),
    evidence: Type.Optional(NEW_EVIDENCE),
  },
  { examples: [EXAMPLE] },
)

const NEW_INVENTORY_ITEMS = namedObject(
  'NewInventoryItems',
  'Items to take into the vault together.',
  {
    items: claimedItems(NEW_INVENTORY_ITEM, {
      description: 'The items to take in: all of them are taken in, or none.',
      maxItems: ITEMS_PER_INTAKE_MAX,
    }),
  },
)

/** One item, or several together. */
export const NEW_INTAKE = Type.Union([NEW_INVENTORY_ITEM, NEW_INVENTORY_ITEMS], {
  'x-violation-variant': 'items',
  examples: [EXAMPLE],
})

export type Intake = Static<typeof NEW_INTAKE>

/** The identifiers of a body, which may not be valid. */
export function identifiersIn(body: unknown): PlacedIdentifier[] {
  const { items, identifiers } = (body ?? {}) as { items?: unknown; identifiers?: unknown }
  if (!Array.isArray(items)) return placedIdentifiers(identifiers, '/identifiers')
  return items
    .slice(0, ITEMS_PER_INTAKE_MAX)
    .flatMap((item: { identifiers?: unknown } | null, index) =>
      placedIdentifiers(item?.identifiers, `/items/${index}/identifiers`),
    )
}
