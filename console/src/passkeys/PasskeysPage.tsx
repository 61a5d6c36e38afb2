import { Button, Stack, Table, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { read, useChange } from '../api/queries.ts'
import type { Passkey } from '../api/schema.ts'
import { Confirmation } from '../display/Action.tsx'
import { BlockingModal, DialogForm } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { EmptyState, Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Time } from '../display/Time.tsx'
import { useCaller } from '../session/caller.tsx'
import { newPasskey } from './authenticator.ts'

type Dialog =
  | { readonly name: 'Register a passkey' }
  | { readonly name: 'Remove passkey'; readonly passkey: Passkey }

/** The passkeys of the person who is signed in. */
export function PasskeysPage() {
  const [dialog, setDialog] = useState<Dialog>()
  const isPerson = useCaller().person !== null
  const own = useQuery({ ...read('GET /v1/passkeys'), enabled: isPerson })
  const passkeys = own.data?.body.data.passkeys
  const close = () => setDialog(undefined)
  return (
    <Page
      title="Passkeys"
      actions={
        passkeys !== undefined && (
          <Button
            leftSection={<Plus size={16} />}
            onClick={() => setDialog({ name: 'Register a passkey' })}
          >
            Register a passkey
          </Button>
        )
      }
    >
      <Text size="sm">
        With a passkey you sign what you approve: your device asks for your finger, your face or a
        PIN. Anybody who audits the log can check the signature later.
      </Text>
      <ProblemAlert error={own.error} />
      {!isPerson && (
        <EmptyState title="Only people have passkeys">
          Your token belongs to none. Sign in with your company account, or with a one-time code.
        </EmptyState>
      )}
      {passkeys !== undefined && (
        <Passkeys
          passkeys={passkeys}
          remove={(passkey) => setDialog({ name: 'Remove passkey', passkey })}
        />
      )}
      <BlockingModal opened={dialog !== undefined} onClose={close} title={dialog?.name}>
        {dialog?.name === 'Register a passkey' && <RegisterPasskey close={close} />}
        {dialog?.name === 'Remove passkey' && (
          <RemovePasskey passkey={dialog.passkey} close={close} />
        )}
      </BlockingModal>
    </Page>
  )
}

interface PasskeysProps {
  readonly passkeys: readonly Passkey[]
  readonly remove: (passkey: Passkey) => void
}

function Passkeys({ passkeys, remove }: PasskeysProps) {
  if (passkeys.length === 0) {
    return (
      <EmptyState title="No passkeys">
        Register one on each device with which you approve, and one that you keep elsewhere.
      </EmptyState>
    )
  }
  return (
    <Table fz="sm" verticalSpacing={6} aria-label="Passkeys">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Registered</Table.Th>
          <Table.Th>Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {passkeys.map((passkey) => (
          <Table.Tr key={passkey.id}>
            <Table.Td>
              <bdi>{passkey.name}</bdi>
            </Table.Td>
            <Table.Td>
              <Time at={passkey.createdAt} relative="only" />
            </Table.Td>
            <Table.Td>
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => remove(passkey)}
                aria-label={`Remove passkey ${passkey.name}`}
              >
                Remove
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface DialogProps {
  readonly close: () => void
}

function RegisterPasskey({ close }: DialogProps) {
  const register = useChange('POST /v1/passkeys')
  const { field, onSubmit, isRunning, error } = useApiForm({ name: '' }, async ({ name }) => {
    await register.mutateAsync({ body: await newPasskey(name) })
    notifications.show({ message: `The passkey “${name}” is registered.`, color: 'teal' })
    close()
  })
  return (
    <DialogForm
      onSubmit={onSubmit}
      error={error}
      label="Register"
      close={close}
      isRunning={isRunning}
    >
      <TextInput
        {...field('name')}
        label="Name"
        description="Which device or key it is, so that you can tell them apart."
        required
        maxLength={100}
        data-autofocus
      />
    </DialogForm>
  )
}

function RemovePasskey({ passkey, close }: DialogProps & { readonly passkey: Passkey }) {
  const remove = useChange('DELETE /v1/passkeys/{id}')
  return (
    <Confirmation
      label="Remove passkey"
      color="red"
      close={close}
      run={() => remove.mutateAsync({ path: { id: passkey.id }, body: {} })}
      explanation={
        <Stack gap="xs">
          <Text size="sm">
            <bdi>{passkey.name}</bdi> signs nothing more, for good. What it signed stays valid.
          </Text>
        </Stack>
      }
    />
  )
}
