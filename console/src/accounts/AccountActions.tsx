import { Button, List, Stack, Text } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import type { FboAccount } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { useMay } from '../session/caller.tsx'

const KNOWN = [
  { label: 'Edit contact details', permission: 'fbo_accounts:update' },
  { label: 'Transfer items', permission: 'transfer_batches:create' },
  { label: 'Take in an item', permission: 'inventory_items:create' },
  { label: 'Erase contact details', permission: 'fbo_accounts:erase' },
] as const

interface Props {
  readonly account: FboAccount
  readonly etag: string | undefined
  readonly isErased: boolean
  readonly isEditing: boolean
  readonly edit: () => void
}

/** The actions on the account. */
export function AccountActions({ account, etag, isErased, isEditing, edit }: Props) {
  const { id } = account
  const erase = useChange('POST /v1/fbo-accounts/{id}/erase')
  const mayEdit = useMay('fbo_accounts:update') && !isErased
  const mayTransfer = useMay('transfer_batches:create')
  const mayTakeIn = useMay('inventory_items:create')
  return (
    <Actions known={KNOWN}>
      {mayEdit && (
        <Button variant="default" onClick={edit} disabled={isEditing}>
          Edit contact details
        </Button>
      )}
      {mayTransfer && (
        <ButtonLink to="/transfers/new" search={{ from: id } as never} variant="default">
          Transfer items
        </ButtonLink>
      )}
      {mayTakeIn && !isErased && (
        <ButtonLink to="/items/new" search={{ account: id }} variant="default">
          Take in an item
        </ButtonLink>
      )}
      <Action
        label="Erase contact details"
        permission="fbo_accounts:erase"
        color="red"
        reason="required"
        explanation={<Explanation />}
        unavailable={isErased ? 'The account is erased.' : undefined}
        etag={etag}
        run={({ reason = '', ifMatch }) =>
          erase.mutateAsync({ path: { id }, body: { reason }, ifMatch })
        }
      />
    </Actions>
  )
}

function Explanation() {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        This cannot be undone: nobody can restore the contact details.
      </Text>
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
      <Text size="sm">The reason is stored permanently: name a case number, not a person.</Text>
    </Stack>
  )
}
