import { Text } from '@mantine/core'
import type { Event } from '../api/schema.ts'
import { useName } from '../display/names.ts'
import { AppLink, RecordLink, ShortId, shortId } from '../display/RecordLink.tsx'

const RECORDS = {
  transfer: 'transfer',
  inventory_item: 'item',
  fbo_account: 'account',
  outbound_shipment: 'shipment',
  webhook_endpoint: 'webhook',
} as const

/** The record that an event is about. */
export function SubjectLink({ subject: { type, id } }: { readonly subject: Event['subject'] }) {
  const person = useName('person', id)
  const token = useName('access_token', id)
  if (type === 'access_token') {
    return (
      <AppLink to="/tokens" fz="sm" title={id}>
        <bdi>{token ?? shortId(id)}</bdi>
      </AppLink>
    )
  }
  if (type === 'organization_policy') {
    return (
      <AppLink to="/policy" fz="sm">
        Policy
      </AppLink>
    )
  }
  if (type === 'organization' || type === 'identity_provider') {
    return (
      <Text size="sm" span>
        {type === 'organization' ? 'Whole organization' : 'Identity provider'}
      </Text>
    )
  }
  if (!(type in RECORDS)) return person ?? <ShortId id={id} />
  return <RecordLink type={RECORDS[type as keyof typeof RECORDS]} id={id} />
}
