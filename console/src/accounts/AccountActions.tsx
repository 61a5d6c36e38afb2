import { List, Stack, Text } from '@mantine/core'
import type { FboAccount } from '../api/schema.ts'
import { RecordActions } from '../display/RecordActions.tsx'
import { ButtonLink } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'
import { CONTACT_FIELDS } from './contact.ts'

const KNOWN = [
  { label: 'Transfer items', permission: 'transfer_batches:create' },
  { label: 'Take in an item', permission: 'inventory_items:create' },
] as const

interface Props {
  readonly account: FboAccount
  readonly etag: string | undefined
  readonly isErased: boolean
}

export function AccountActions({ account, etag, isErased }: Props) {
  const { id, isPrimary } = account
  const gone = isErased ? 'The account is erased.' : undefined
  return (
    <RecordActions
      records="fbo-accounts"
      record={account}
      etag={etag}
      known={KNOWN}
      edit={{
        label: 'Edit contact details',
        permission: 'fbo_accounts:update',
        isClosed: isErased,
        fields: CONTACT_FIELDS,
      }}
      steps={[
        {
          verb: 'make-primary',
          label: 'Make primary',
          permission: 'fbo_accounts:update',
          reason: 'required',
          explanation:
            'Makes this the organization’s own account. The primary account until now becomes an ordinary one.',
          unavailable: isPrimary ? 'The account is the primary one.' : gone,
        },
        {
          verb: 'erase',
          label: 'Erase contact details',
          permission: 'fbo_accounts:erase',
          color: 'red',
          reason: 'required',
          explanation: ERASURE,
          unavailable: gone,
        },
      ]}
    >
      {useMay('inventory_items:read') && (
        <ButtonLink to="/accounts/$id/statement" params={{ id }} variant="default">
          Statement
        </ButtonLink>
      )}
      {useMay('transfer_batches:create') && (
        <ButtonLink to="/transfers/new" search={{ from: id }} variant="default">
          Transfer items
        </ButtonLink>
      )}
      {useMay('inventory_items:create') && !isErased && (
        <ButtonLink to="/items/new" search={{ account: id }} variant="default">
          Take in an item
        </ButtonLink>
      )}
    </RecordActions>
  )
}

const ERASURE = (
  <Stack gap="xs">
    <Text fw={600}>This cannot be undone: nobody can restore the contact details.</Text>
    <List size="sm">
      <List.Item>Names, email, phone and business name are deleted permanently.</List.Item>
      <List.Item>The account stays, with its ID, history and insured maximum.</List.Item>
      <List.Item>
        Personal data in notes, descriptions, reasons and backups is not deleted.
      </List.Item>
      <List.Item>
        You cannot erase an account while it has items in the vault, pending transfers or open
        shipments.
      </List.Item>
    </List>
    <Text>The reason is stored permanently: name a case number, not a person.</Text>
  </Stack>
)
