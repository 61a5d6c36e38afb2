import { Alert, Group, List, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { IssuedAccessToken, NewAccessToken } from '../api/schema.ts'
import { DialogForm, ScrollIntoView } from '../display/DialogForm.tsx'
import { RadioField } from '../display/fields.tsx'
import { useApiForm } from '../display/forms.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { OneTimeSecret } from '../display/Secret.tsx'
import { PermissionChoice } from '../roles/Permissions.tsx'
import { permissionsInWords } from '../roles/permission-groups.ts'
import { useRoles } from '../roles/use-roles.tsx'
import { type Permission, useCaller } from '../session/caller.tsx'

const EMPTY = {
  owner: '',
  by: 'role',
  role: null as string | null,
  permissions: [] as Permission[],
  expiresInDays: 90 as number | string,
  allowedAddresses: [] as string[],
}

/** The warnings about a token with exactly these entries. */
type Checked = { readonly values: typeof EMPTY; readonly warnings: readonly string[] }

/**
 * Issues a token, after the service's warnings about such a one, and shows its secret once. The
 * dialog waits for the service: nobody would see the token of a closed one.
 */
export function IssueToken() {
  const [issued, setIssued] = useState<IssuedAccessToken>()
  const [checked, setChecked] = useState<Checked>()
  const issue = useChange('POST /v1/access-tokens')
  const { form, field, dialog } = useApiForm(EMPTY, async (values) => {
    const body = bodyOf(values)
    if (checked?.values !== values) {
      const check = { query: { validateOnly: true }, body } as const
      const { warnings } = (await request('POST /v1/access-tokens', check)).body.data
      setChecked({ values, warnings })
      if (warnings.length > 0) return
    }
    setIssued((await issue.mutateAsync({ body })).body.data)
  })
  if (issued !== undefined) {
    const label = `Access token of ${issued.owner ?? 'you'}`
    return (
      <OneTimeSecret label={label} secret={issued.token}>
        <Warnings warnings={issued.warnings} />
      </OneTimeSecret>
    )
  }
  const { by, role, permissions } = form.values
  const warnings = checked?.values === form.values ? checked.warnings : []
  const isWarned = warnings.length > 0
  return (
    <DialogForm
      {...dialog}
      failure={dialog.error === issue.error ? undefined : <ProblemAlert error={dialog.error} />}
      label={isWarned ? 'Issue it anyway' : 'Issue token'}
      isHeld={dialog.isRunning}
      isDisabled={by === 'role' ? role === null : permissions.length === 0}
      color={isWarned ? 'orange' : undefined}
    >
      <Fields form={form} field={field} />
      <Warnings warnings={warnings} />
    </DialogForm>
  )
}

function bodyOf(values: typeof EMPTY): NewAccessToken {
  const { owner, by, role, permissions, expiresInDays, allowedAddresses } = values
  return {
    ...(by === 'role' ? { role } : { permissions }),
    ...(owner.trim() !== '' && { owner: owner.trim() }),
    ...(allowedAddresses.length > 0 && { allowedAddresses }),
    ...(expiresInDays !== '' && { expiresInDays: Number(expiresInDays) }),
  } as unknown as NewAccessToken
}

const OWNER_HINTS = {
  machine:
    'The person or system that will use it. If empty, it counts as yours ' +
    'and cannot approve what you created.',
  person:
    'The system that will use it. The token is yours, whatever its owner: it never has more ' +
    'permissions than you, and cannot approve what you created.',
}

type Form = Pick<ReturnType<typeof useApiForm<typeof EMPTY>>, 'form' | 'field'>

/** Its owner; a role that says at any time what it may do, or single permissions; its limits. */
function Fields({ form, field }: Form) {
  const { roles, options } = useRoles()
  const { person } = useCaller()
  const chosen = roles.find(({ id }) => id === form.values.role)
  const allows = chosen ? `${permissionsInWords(chosen.permissions)}. ` : ''
  return (
    <>
      <TextInput
        label="Owner"
        description={person === null ? OWNER_HINTS.machine : OWNER_HINTS.person}
        {...field('owner')}
        maxLength={300}
      />
      <RadioField
        label="It may do"
        words={{ role: 'What a role allows', permissions: 'Single permissions' }}
        {...field('by')}
      />
      {form.values.by === 'role' ? (
        <Select
          label="Role"
          description={`${allows}If the role is changed, the token changes with it.`}
          placeholder="Choose a role"
          data={options}
          {...field('role')}
          searchable
          required
        />
      ) : (
        <PermissionChoice {...field('permissions')} />
      )}
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <NumberInput
          label="Valid for (days)"
          description="1 to 365"
          {...field('expiresInDays')}
          min={1}
          max={365}
          allowDecimal={false}
          required
        />
        <TagsInput
          label="Allowed IP addresses"
          description="For example 192.0.2.0/24. Leave empty to use the same as your token."
          {...field('allowedAddresses')}
          maxTags={50}
          splitChars={[',', ' ']}
          acceptValueOnBlur
        />
      </Group>
    </>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <ScrollIntoView>
      <Alert color="orange" title="This token is risky" role="alert">
        <List size="sm">
          {warnings.map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
      </Alert>
    </ScrollIntoView>
  )
}
