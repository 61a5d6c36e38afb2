import { Text } from '@mantine/core'
import type { Event } from '../api/schema.ts'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'

const RECORDS = {
  transfer: 'transfer',
  inventory_item: 'item',
  fbo_account: 'account',
  outbound_shipment: 'shipment',
  webhook_endpoint: 'webhook',
} as const

/** The record that an event is about. */
export function SubjectLink({
  subject: { type, id },
  isShort = false,
}: {
  readonly subject: Event['subject']
  readonly isShort?: boolean
}) {
  if (type === 'access_token') {
    return (
      <AppLink
        to="/tokens"
        ff="monospace"
        fz="sm"
        title={id}
        className={isShort ? 'record-id is-short' : 'record-id'}
      >
        <bdi>{id}</bdi>
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
  if (!(type in RECORDS)) {
    return (
      <Text size="sm" span ff="monospace" className={isShort ? 'record-id is-short' : 'record-id'}>
        <bdi>{id}</bdi>
      </Text>
    )
  }
  return <RecordLink type={RECORDS[type as keyof typeof RECORDS]} id={id} isShort={isShort} />
}
