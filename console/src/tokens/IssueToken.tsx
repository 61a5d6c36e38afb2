import { Alert, Group, List, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { IssuedAccessToken, NewAccessToken } from '../api/schema.ts'
import { DialogButtons } from '../display/DialogButtons.tsx'
import { IntoView } from '../display/IntoView.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { SecretOnce } from '../display/SecretOnce.tsx'
import { UnknownOutcome } from '../display/UnknownOutcome.tsx'
import type { Permission } from '../session/caller.tsx'
import { PermissionChoice } from './PermissionChoice.tsx'

/** Asks what the new token may do, and shows its secret once. */
export function IssueToken({ close }: { readonly close: () => void }) {
  const [token, setToken] = useState<IssuedAccessToken>()
  if (token === undefined) return <IssueForm close={close} show={setToken} />
  return (
    <SecretOnce label={`Access token of ${token.owner ?? 'you'}`} secret={token.token} done={close}>
      <Warnings warnings={token.warnings} />
    </SecretOnce>
  )
}

interface Draft {
  readonly owner: string
  readonly permissions: readonly Permission[]
  readonly days: number | string
  readonly addresses: string[]
}

interface FormProps {
  readonly close: () => void
  readonly show: (token: IssuedAccessToken) => void
}

function IssueForm({ close, show }: FormProps) {
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const [check, setCheck] = useState<{ isRunning: boolean; error?: unknown }>({ isRunning: false })
  const issue = useChange('POST /v1/access-tokens')
  const isWarned = warnings.length > 0
  const checking = useRef<AbortController>(undefined)
  useEffect(() => () => checking.current?.abort(), [])
  const submit = async () => {
    const body = bodyOf(draft)
    if (!isWarned) {
      setCheck({ isRunning: true })
      checking.current = new AbortController()
      const { signal } = checking.current
      const outcome = await dryRun(body, signal)
      // The dialog is closed: nobody would see the token.
      if (signal.aborted) return
      setCheck({ isRunning: false, error: outcome.error })
      setWarnings(outcome.warnings)
      if (outcome.error !== undefined || outcome.warnings.length > 0) return
    }
    const answer = await issue.mutateAsync({ body }).catch(() => undefined)
    if (answer !== undefined) show(answer.body.data)
  }
  const isSubmitting = useRef(false)
  /** One at a time, from its first press on: two could issue two tokens. */
  const submitOnce = async (event: FormEvent) => {
    event.preventDefault()
    if (isSubmitting.current) return
    isSubmitting.current = true
    await submit()
    isSubmitting.current = false
  }
  const change = (those: Draft) => {
    setDraft(those)
    if (those.permissions !== draft.permissions) setWarnings([])
  }
  const error = check.error ?? issue.error
  return (
    <form onSubmit={submitOnce}>
      <Stack>
        <Fields draft={draft} change={change} />
        <Warnings warnings={warnings} />
        {error !== null && (
          <IntoView>
            <ProblemAlert error={error} />
            {error === issue.error && <UnknownOutcome error={error} />}
          </IntoView>
        )}
        <DialogButtons
          label={isWarned ? 'Issue it anyway' : 'Issue token'}
          close={close}
          isRunning={check.isRunning || issue.isPending}
          isHeld={issue.isPending}
          isDisabled={draft.permissions.length === 0}
          color={isWarned ? 'orange' : undefined}
        />
      </Stack>
    </form>
  )
}

const EMPTY: Draft = { owner: '', permissions: [], days: 90, addresses: [] }

function bodyOf({ owner, permissions, days, addresses }: Draft): NewAccessToken {
  return {
    permissions,
    ...(owner.trim() !== '' && { owner: owner.trim() }),
    ...(addresses.length > 0 && { allowedAddresses: addresses }),
    ...(days !== '' && { expiresInDays: Number(days) }),
  } as unknown as NewAccessToken
}

function Fields({
  draft,
  change,
}: {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
}) {
  return (
    <>
      <TextInput
        label="Owner"
        description={
          'The person or system that gets it. Without one it acts for you: ' +
          'what you created, it cannot approve.'
        }
        value={draft.owner}
        onChange={(event) => change({ ...draft, owner: event.currentTarget.value })}
        maxLength={300}
        data-autofocus
      />
      <PermissionChoice
        chosen={draft.permissions}
        choose={(permissions) => change({ ...draft, permissions })}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <NumberInput
          label="Valid for days"
          description="1 to 365"
          value={draft.days}
          onChange={(days) => change({ ...draft, days })}
          min={1}
          max={365}
          allowDecimal={false}
          required
        />
        <TagsInput
          label="Allowed addresses"
          description="Such as 192.0.2.0/24. None: those of your own token."
          value={draft.addresses}
          onChange={(addresses) => change({ ...draft, addresses })}
          maxTags={50}
          splitChars={[',', ' ']}
          acceptValueOnBlur
        />
      </Group>
    </>
  )
}

/** What the service thinks of it, before it is done. */
async function dryRun(
  body: NewAccessToken,
  signal: AbortSignal,
): Promise<{ warnings: string[]; error?: unknown }> {
  try {
    const query = { validateOnly: true } as const
    const answer = await request('POST /v1/access-tokens', { query, body, signal })
    return { warnings: answer.body.data.warnings }
  } catch (error) {
    return { warnings: [], error }
  }
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <IntoView>
      <Alert color="orange" title="This token is risky" role="alert">
        <List size="sm">
          {warnings.map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
      </Alert>
    </IntoView>
  )
}
