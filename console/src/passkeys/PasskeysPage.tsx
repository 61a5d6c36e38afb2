import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useChange, useRead } from '../api/queries.ts'
import type { Passkey } from '../api/schema.ts'
import { timeColumn } from '../display/columns.tsx'
import { DialogForm } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { EmptyState, Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { listOf, RecordTable } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { FormButton, useDialogs } from '../display/use-dialog.tsx'
import { useCaller } from '../session/caller.tsx'
import { newPasskey } from './authenticator.ts'

export function PasskeysPage() {
  const { person } = useCaller()
  const isPerson = person !== null
  const query = { personId: person?.id ?? '', limit: 100 }
  const own = useRead('GET /v1/passkeys', { query, enabled: isPerson })
  const passkeys = own.data?.body.data
  return (
    <Page
      title="Passkeys"
      actions={passkeys && <FormButton label="Register a passkey" form={<RegisterPasskey />} />}
    >
      <Text>
        With a passkey you sign what you approve: your device asks for your finger, your face or a
        PIN. Anybody who audits the log can check the signature later.
      </Text>
      <ProblemAlert error={own.error} />
      {!isPerson && (
        <EmptyState title="Only people have passkeys">
          Your token belongs to none. Sign in with your company account, or with a one-time code.
        </EmptyState>
      )}
      {passkeys && (
        <RecordTable
          label="Passkeys"
          list={listOf(passkeys)}
          columns={[
            { header: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
            timeColumn('Registered', 'createdAt'),
            { header: 'Actions', cell: (passkey) => <Remove {...passkey} /> },
          ]}
          empty={
            <EmptyState title="No passkeys">
              Register one on each device with which you approve, and one that you keep elsewhere.
            </EmptyState>
          }
        />
      )}
    </Page>
  )
}

function Remove({ id, personId, name }: Passkey) {
  const { confirm } = useDialogs()
  const remove = useChange('DELETE /v1/passkeys/{id}')
  const ask = () =>
    confirm({
      label: 'Remove passkey',
      color: 'red',
      explanation: `${name} signs nothing more, for good. What it signed stays valid.`,
      run: () => remove.mutateAsync({ path: { id }, query: { personId }, body: {} }),
    })
  return <RowButton label="Remove" of={`passkey ${name}`} onClick={ask} />
}

function RegisterPasskey() {
  const register = useChange('POST /v1/passkeys')
  const { field, dialog } = useApiForm({ name: '' }, async ({ name }, close) => {
    await register.mutateAsync({ body: await newPasskey(name) })
    notifications.show({ message: `The passkey “${name}” is registered.`, color: 'teal' })
    close()
  })
  return (
    <DialogForm {...dialog} label="Register">
      <TextInput
        label="Name"
        description="Which device or key it is, so that you can tell them apart."
        {...field('name')}
        required
        maxLength={100}
      />
    </DialogForm>
  )
}
