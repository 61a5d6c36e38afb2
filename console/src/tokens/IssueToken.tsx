import { Alert, Button, Group, List, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { IssuedAccessToken, NewAccessToken } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { SecretOnce } from '../display/SecretOnce.tsx'
import type { Permission } from '../session/caller.tsx'
import { PermissionChoice } from './PermissionChoice.tsx'

interface Props {
  readonly close: () => void
  /** Told while the secret is shown: the dialog must not close by accident. */
  readonly issued: () => void
}

/** Asks what the new token may do, and shows its secret once. */
export function IssueToken({ close, issued }: Props) {
  const [token, setToken] = useState<IssuedAccessToken>()
  if (token === undefined) {
    const show = (those: IssuedAccessToken) => {
      issued()
      setToken(those)
    }
    return <IssueForm close={close} show={show} />
  }
  return (
    <SecretOnce label={`Access token of ${token.owner ?? 'you'}`} secret={token.token} done={close}>
      <Warnings warnings={token.warnings} />
    </SecretOnce>
  )
}

function IssueForm({
  close,
  show,
}: {
  readonly close: () => void
  readonly show: (token: IssuedAccessToken) => void
}) {
  const [owner, setOwner] = useState('')
  const [permissions, setPermissions] = useState<readonly Permission[]>([])
  const [days, setDays] = useState<number | string>(90)
  const [addresses, setAddresses] = useState<string[]>([])
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const [check, setCheck] = useState<{ isRunning: boolean; error?: unknown }>({ isRunning: false })
  const issue = useChange('POST /v1/access-tokens')
  const error = check.error ?? issue.error
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = {
      permissions,
      ...(owner.trim() !== '' && { owner: owner.trim() }),
      ...(addresses.length > 0 && { allowedAddresses: addresses }),
      ...(days !== '' && { expiresInDays: Number(days) }),
    } as unknown as NewAccessToken
    if (warnings.length === 0) {
      setCheck({ isRunning: true })
      const outcome = await dryRun(body)
      setCheck({ isRunning: false, error: outcome.error })
      setWarnings(outcome.warnings)
      if (outcome.error !== undefined || outcome.warnings.length > 0) return
    }
    issue.mutate({ body }, { onSuccess: (answer) => show(answer.body.data) })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Owner"
          description="The person or system that gets it. Without one it acts for you: what you created, it cannot approve."
          value={owner}
          onChange={(event) => setOwner(event.currentTarget.value)}
          maxLength={300}
          data-autofocus
        />
        <PermissionChoice
          chosen={permissions}
          choose={(those) => {
            setPermissions(those)
            setWarnings([])
          }}
        />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <NumberInput
            label="Valid for days"
            description="1 to 365"
            value={days}
            onChange={setDays}
            min={1}
            max={365}
            allowDecimal={false}
            required
          />
          <TagsInput
            label="Allowed addresses"
            description="Such as 192.0.2.0/24. None: those of your own token."
            value={addresses}
            onChange={setAddresses}
            maxTags={50}
            splitChars={[',', ' ']}
            acceptValueOnBlur
          />
        </Group>
        <Warnings warnings={warnings} />
        {error !== null && (
          <div ref={intoView}>
            <ProblemAlert error={error} />
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Not now
          </Button>
          <Button
            type="submit"
            color={warnings.length > 0 ? 'orange' : undefined}
            disabled={permissions.length === 0}
            loading={check.isRunning || issue.isPending}
          >
            {warnings.length > 0 ? 'Issue it anyway' : 'Issue token'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The dialog is long: what is new in it must be seen, once. */
function intoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'center' })
}

/** What the service thinks of it, before it is done. */
async function dryRun(body: NewAccessToken): Promise<{ warnings: string[]; error?: unknown }> {
  try {
    const query = { validateOnly: 'true' } as const
    const answer = await request('POST /v1/access-tokens', { query, body })
    return { warnings: answer.body.data.warnings }
  } catch (error) {
    return { warnings: [], error }
  }
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <Alert color="orange" title="This token is risky" role="alert" ref={intoView}>
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
