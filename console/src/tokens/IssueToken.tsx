import { Alert, Group, List, NumberInput, TagsInput, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { IssuedAccessToken, NewAccessToken } from '../api/schema.ts'
import { DialogForm, ScrollIntoView } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { SecretDialog } from '../display/Secret.tsx'
import { type Permission, useCaller } from '../session/caller.tsx'
import { TokenPowers } from './TokenPowers.tsx'

/** Issues a token, and shows its secret once. */
export function IssueToken({ close }: { readonly close: () => void }) {
  return (
    <SecretDialog
      form={(show) => (
        <IssueForm
          close={close}
          show={({ owner, token, warnings }) =>
            show({
              label: `Access token of ${owner ?? 'you'}`,
              secret: token,
              children: <Warnings warnings={warnings} />,
              done: close,
            })
          }
        />
      )}
    />
  )
}

const EMPTY = {
  owner: '',
  by: 'role' as 'role' | 'permissions',
  role: null as string | null,
  permissions: [] as readonly Permission[],
  expiresInDays: 90 as number | string,
  allowedAddresses: [] as string[],
}

const OWNER_HINTS = {
  machine:
    'The person or system that will use it. If empty, it counts as yours ' +
    'and cannot approve what you created.',
  person:
    'The system that will use it. The token is yours, whatever its owner: it never has more ' +
    'permissions than you, and cannot approve what you created.',
} as const

interface FormProps {
  readonly close: () => void
  readonly show: (token: IssuedAccessToken) => void
}

function IssueForm({ close, show }: FormProps) {
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const isWarned = warnings.length > 0
  const { person } = useCaller()
  const issue = useChange('POST /v1/access-tokens')
  const check = useRef<AbortController>(undefined)
  useEffect(() => () => check.current?.abort(), [])
  const { form, field, onSubmit, isRunning, error } = useApiForm(EMPTY, async (values) => {
    const body = bodyOf(values)
    if (!isWarned) {
      check.current = new AbortController()
      const { signal } = check.current
      const risks = await findRisks(body, signal)
      // The dialog was closed: nobody would see the token.
      if (signal.aborted) return
      setWarnings(risks)
      if (risks.length > 0) return
    }
    show((await issue.mutateAsync({ body })).body.data)
  })
  return (
    <DialogForm
      onSubmit={onSubmit}
      error={error}
      failure={error === issue.error ? undefined : <ProblemAlert error={error} />}
      label={isWarned ? 'Issue it anyway' : 'Issue token'}
      close={close}
      isRunning={isRunning}
      isHeld={issue.isPending}
      isDisabled={!isChosen(form.values)}
      color={isWarned ? 'orange' : undefined}
    >
      <TextInput
        label="Owner"
        description={OWNER_HINTS[person === null ? 'machine' : 'person']}
        {...field('owner')}
        maxLength={300}
        data-autofocus
      />
      <TokenPowers
        chosen={form.values}
        error={form.errors.role}
        choose={(powers) => {
          form.setValues(powers)
          setWarnings([])
        }}
      />
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
      <Warnings warnings={warnings} />
    </DialogForm>
  )
}

function isChosen({ by, role, permissions }: typeof EMPTY): boolean {
  return by === 'role' ? role !== null : permissions.length > 0
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

/** The service's warnings about such a token; none if the check was aborted. */
async function findRisks(body: NewAccessToken, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const query = { validateOnly: true } as const
    const checked = await request('POST /v1/access-tokens', { query, body, signal })
    return checked.body.data.warnings
  } catch (error) {
    if (signal.aborted) return []
    throw error
  }
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
