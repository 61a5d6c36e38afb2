import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useChange } from '../api/queries.ts'
import { isVersionConflict } from '../api/request.ts'
import type { NewRole, Role, RoleUpdate } from '../api/schema.ts'
import { Loading } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { permissionsInWords } from './permission-groups.ts'
import { type RoleFields, RoleForm } from './RoleForm.tsx'

/** The reads that show what a role gives. */
const SHOWN_IN = ['access-tokens', 'people', 'caller']

export function CreateRole({ close }: { readonly close: () => void }) {
  const create = useChange('POST /v1/roles')
  return (
    <RoleForm
      button="Create role"
      close={close}
      send={async (body) => {
        await create.mutateAsync({ body: body as NewRole })
        close()
      }}
    />
  )
}

interface Props {
  readonly id: string
  readonly close: () => void
}

/** Reads the role with its version, then changes that version of it. */
export function ChangeRole({ id, close }: Props) {
  const role = useQuery({ ...read('GET /v1/roles/{id}', { path: { id } }), staleTime: 0 })
  if (role.data === undefined || !role.isFetchedAfterMount) {
    return role.error === null ? <Loading /> : <ProblemAlert error={role.error} />
  }
  return <Editing role={role.data.body.data} etag={role.data.etag} close={close} />
}

interface EditingProps {
  /** As it is now, whatever the form began with. */
  readonly role: Role
  readonly etag: string | undefined
  readonly close: () => void
}

/** Only changed members are sent, for the version that the form began with. */
function Editing({ role, etag, close }: EditingProps) {
  const [initial] = useState({ role, etag })
  const update = useChange('PATCH /v1/roles/{id}', SHOWN_IN)
  const send = async ({ name, permissions }: RoleFields) => {
    const before = initial.role
    const body = {
      ...(name !== before.name && { name }),
      ...(String(permissions.toSorted()) !== String(before.permissions.toSorted()) && {
        permissions,
      }),
    } as RoleUpdate
    if (Object.keys(body).length > 0) {
      await update.mutateAsync({ path: { id: before.id }, body, ifMatch: initial.etag })
    }
    close()
  }
  return (
    <RoleForm
      initial={initial.role}
      button="Save changes"
      failure={isVersionConflict(update.error) ? <Conflict role={role} /> : undefined}
      close={close}
      send={send}
    />
  )
}

function Conflict({ role: { name, permissions } }: { readonly role: Role }) {
  return (
    <Alert color="orange" title="Somebody else changed this role" role="alert">
      It is now called <bdi>{name}</bdi> and allows: {permissionsInWords(permissions)}. Close this
      dialog, and make your change again.
    </Alert>
  )
}
