import { Alert, Group, Stack, Text, TextInput } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import type { PendingRecord, Person } from '../api/schema.ts'
import { NameCell, timeColumn } from '../display/columns.tsx'
import { DialogForm } from '../display/DialogForm.tsx'
import { words } from '../display/format.ts'
import { useApiForm } from '../display/forms.ts'
import { ListPage } from '../display/ListPage.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { FormButton, useDialogs } from '../display/use-dialog.tsx'
import { RoleNames, RolesSelect } from '../roles/use-roles.tsx'
import { useCaller } from '../session/caller.tsx'
import { Sessions } from '../session/Sessions.tsx'

const COLUMNS: readonly Column<Person>[] = [
  { header: 'Name', cell: ({ id, name }) => <NameCell id={id} name={name} /> },
  { header: 'Email', cell: ({ email }) => email },
  { header: 'Roles', cell: ({ roles }) => <RoleNames ids={roles} /> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  timeColumn('Last signed in', 'lastSignedInAt'),
  { header: 'Actions', cell: (person) => <Steps person={person} /> },
]

export function PeoplePage() {
  return (
    <ListPage
      title="People"
      permission="people:manage"
      actions={<FormButton label="Invite person" form={<PersonForm />} />}
      operation="GET /v1/people"
      columns={COLUMNS}
      noneYet="Invite everyone who works with the vault, so that approvals and histories name them."
    />
  )
}

function Steps({ person }: { readonly person: Person }) {
  const { open, confirm } = useDialogs()
  const { id, name, status } = person
  const suspend = useChange('POST /v1/people/{id}/suspend', ['access-tokens'])
  const resume = useChange('POST /v1/people/{id}/resume')
  const isOwn = useCaller().person?.id === id
  const args = { path: { id }, body: {} }
  const askToSuspend = () =>
    confirm({
      label: 'Suspend person',
      color: 'red',
      explanation: (
        <Stack gap="xs">
          All sessions and access tokens of {name} end within a second, and they cannot sign in.
          What they requested or approved stays.
          {isOwn && <b>This is you: you will be signed out immediately.</b>}
        </Stack>
      ),
      run: () => suspend.mutateAsync(args),
      onDone: ({ body: { data } }) => {
        if (data.pending.length === 0) return
        open(`${name} is suspended`, <Waiting pending={data.pending} />)
      },
    })
  const askToResume = () =>
    confirm({
      label: 'Resume person',
      explanation: `${name} can sign in again. Tokens that were revoked stay revoked.`,
      run: () => resume.mutateAsync(args),
    })
  const change = () => open('Change person', <PersonForm person={person} />)
  const showSessions = () => open(`Sessions of ${name}`, <Sessions personId={id} />, 'xl')
  return (
    <Group gap={6} wrap="nowrap">
      <RowButton label="Change" of={name} onClick={change} />
      <RowButton label="Sessions" of={`of ${name}`} onClick={showSessions} />
      {status === 'suspended' && <RowButton label="Resume" of={name} onClick={askToResume} />}
      {status !== 'suspended' && <RowButton label="Suspend" of={name} onClick={askToSuspend} />}
    </Group>
  )
}

/** Names what waits with a part of somebody who was suspended. */
function Waiting({ pending }: { readonly pending: readonly PendingRecord[] }) {
  return (
    <Stack>
      <Alert color="yellow" title="Their requests go on" role="alert">
        They requested or approved these, and somebody still has to approve them. Check whether you
        still want them.
      </Alert>
      {pending.map(({ type, id }) => {
        const kind = type === 'outbound_shipment' ? 'shipment' : type
        return (
          <Text key={id}>
            {words(kind)} <RecordLink type={kind} id={id} />
          </Text>
        )
      })}
    </Stack>
  )
}

function PersonForm({ person }: { readonly person?: Person }) {
  const invite = useChange('POST /v1/people')
  const update = useChange('PATCH /v1/people/{id}')
  const { name = '', email = '', roles = [] } = person ?? {}
  const { field, dialog } = useApiForm(
    { name, email, roles: roles as string[] },
    async (values, close) => {
      const body = { ...values, name: values.name.trim(), email: values.email.trim() }
      if (person === undefined) await invite.mutateAsync({ body })
      else await update.mutateAsync({ path: { id: person.id }, body })
      close()
    },
  )
  const label = person === undefined ? 'Invite person' : 'Save changes'
  return (
    <DialogForm {...dialog} label={label}>
      <TextInput
        label="Name"
        description="As approvals and histories show it."
        {...field('name')}
        maxLength={300}
        required
      />
      <TextInput
        label="Email"
        description="The identity provider recognises the person by it at the first sign-in."
        {...field('email')}
        type="email"
        maxLength={254}
        required
      />
      <RolesSelect
        description="What the person may do: the permissions of all roles together."
        {...field('roles')}
      />
    </DialogForm>
  )
}
