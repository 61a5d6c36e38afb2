import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { read } from '../api/queries.ts'
import { EmptyState, Page } from '../display/Page.tsx'
import { Copyable } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useRoles } from '../roles/use-roles.ts'
import { useCaller, useMay } from '../session/caller.tsx'
import { ChangeState } from './ChangeState.tsx'
import { PersonForm } from './PersonForm.tsx'
import { PersonSessions } from './PersonSessions.tsx'
import type { Person } from './person.ts'

type Dialog =
  | { readonly name: 'Invite person' }
  | {
      readonly name: 'Change person' | 'Sessions person' | 'Suspend person' | 'Resume person'
      readonly person: Person
    }

export function PeoplePage() {
  const [dialog, setDialog] = useState<Dialog>()
  const mayManage = useMay('people:manage')
  const close = () => setDialog(undefined)
  return (
    <Page
      title="People"
      permission="people:manage"
      actions={
        mayManage && (
          <Button
            leftSection={<Plus size={16} />}
            onClick={() => setDialog({ name: 'Invite person' })}
          >
            Invite person
          </Button>
        )
      }
    >
      <People open={setDialog} />
      <Modal opened={dialog !== undefined} onClose={close} title={titleOf(dialog)} centered>
        {dialog !== undefined && <Content dialog={dialog} close={close} />}
      </Modal>
    </Page>
  )
}

function titleOf(dialog: Dialog | undefined): string | undefined {
  return dialog?.name === 'Sessions person' ? `Sessions of ${dialog.person.name}` : dialog?.name
}

function Content({ dialog, close }: { readonly dialog: Dialog; readonly close: () => void }) {
  if (dialog.name === 'Invite person') return <PersonForm close={close} />
  const { person } = dialog
  if (dialog.name === 'Change person') return <PersonForm person={person} close={close} />
  if (dialog.name === 'Sessions person') return <PersonSessions id={person.id} />
  const verb = dialog.name === 'Suspend person' ? 'suspend' : 'resume'
  return <ChangeState verb={verb} person={person} close={close} />
}

function People({ open }: { readonly open: (dialog: Dialog) => void }) {
  const search = useSearch({ from: '/people' })
  const list = useQuery(read('GET /v1/people', { query: { ...search, limit: 50 } }))
  const { person } = useCaller()
  const roles = useRoles()
  return (
    <RecordTable
      label="People"
      list={list}
      columns={columns({ ownId: person?.id, roleName: roles.nameOf, open })}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No people">
          Invite everyone who works with the vault, so that approvals and histories name them.
        </EmptyState>
      }
    />
  )
}

interface Cells {
  readonly ownId: string | undefined
  readonly roleName: (id: string) => string
  readonly open: (dialog: Dialog) => void
}

function columns({ ownId, roleName, open }: Cells): Column<Person>[] {
  return [
    {
      header: 'Name',
      cell: ({ id, name }) => (
        <>
          <Text size="sm" fw={500}>
            <bdi>{name}</bdi>
            {id === ownId && ' (you)'}
          </Text>
          <Text size="xs" component="div" style={{ whiteSpace: 'nowrap' }}>
            <Copyable text={id} />
          </Text>
        </>
      ),
    },
    { header: 'Email', cell: ({ email }) => <Text size="sm">{email}</Text> },
    {
      header: 'Roles',
      cell: ({ roles }) => <Text size="sm">{roles.map(roleName).join(', ') || 'None'}</Text>,
    },
    { header: 'Status', cell: ({ state }) => <StatusBadge status={state} /> },
    {
      header: 'Last signed in',
      cell: ({ lastSignedInAt }) => <Time at={lastSignedInAt} relative="only" />,
    },
    {
      header: 'Actions',
      cell: (person) => {
        const verb = person.state === 'suspended' ? 'Resume' : 'Suspend'
        return (
          <Group gap={6} wrap="nowrap">
            {(['Change', 'Sessions', verb] as const).map((action) => (
              <Button
                key={action}
                size="compact-xs"
                variant="default"
                style={{ flexShrink: 0 }}
                onClick={() => open({ name: `${action} person`, person })}
                aria-label={
                  action === 'Sessions' ? `Sessions of ${person.name}` : `${action} ${person.name}`
                }
              >
                {action}
              </Button>
            ))}
          </Group>
        )
      },
    },
  ]
}
