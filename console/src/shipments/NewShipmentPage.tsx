import { Alert, Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { read, useChange } from '../api/queries.ts'
import { type BodyOf, ProblemError, request } from '../api/request.ts'
import { accountName } from '../display/format.ts'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useMay } from '../session/caller.tsx'
import { ChosenItems, type Faults } from './ChosenItems.tsx'
import { PickItems } from './PickItems.tsx'

type Body = BodyOf<'POST /v1/outbound-shipments'>

export function NewShipmentPage() {
  return (
    <Page title="New shipment" permission="outbound_shipments:create">
      <NewShipment />
    </Page>
  )
}

function NewShipment() {
  const { account = '', items = '' } = useSearch({ from: '/shipments/new' })
  const navigate = useNavigate()
  const [ids, setIds] = useState<readonly string[]>(() => idsOf(items))
  const [notes, setNotes] = useState('')
  const create = useChange('POST /v1/outbound-shipments', ['inventory-items', 'fbo-accounts'])
  const body = bodyOf(account, ids, notes)
  const check = useCheck(account, ids)
  const problem = check.problem ?? create.error?.problem
  const faults = faultsOf(problem, check.ids)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const { body: made } = await create.mutateAsync({ body })
    notifications.show({ message: 'The shipment is created.', color: 'teal' })
    await navigate({ to: '/shipments/$id', params: { id: made.data.id } })
  }
  const isReady = account !== '' && ids.length > 0 && faults.size === 0 && !check.isRunning
  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack gap="md">
        <AccountField account={account} />
        {account !== '' && (
          <>
            <Title order={2} size="h4">
              Items in the vault
            </Title>
            <PickItems account={account} chosen={ids} choose={setIds} />
            <ChosenItems ids={ids} faults={faults} choose={setIds} />
          </>
        )}
        <Textarea
          label="Notes"
          description="For those who pack it."
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
          maxLength={2000}
          autosize
          minRows={2}
        />
        {problem !== undefined && faults.size === 0 && (
          <ProblemAlert error={new ProblemError(problem)} />
        )}
        <Group>
          <Button type="submit" loading={create.isPending} disabled={!isReady}>
            Create shipment
          </Button>
          <Hint account={account} count={ids.length} faults={faults.size} />
        </Group>
      </Stack>
    </form>
  )
}

function Hint(props: {
  readonly account: string
  readonly count: number
  readonly faults: number
}) {
  const { account, count, faults } = props
  const text =
    account === ''
      ? 'Choose an account first.'
      : count === 0
        ? 'Choose the items that leave.'
        : faults > 0
          ? 'Take out the items that cannot be sent.'
          : `${count === 1 ? '1 item leaves' : `${count.toLocaleString()} items leave`} together.`
  return (
    <Alert p={6} color="gray" variant="transparent" role="status">
      {text}
    </Alert>
  )
}

/** The account's id, with the newest accounts as suggestions by name. */
function AccountField({ account }: { readonly account: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(account)
  useEffect(() => setText(account), [account])
  const mayRead = useMay('fbo_accounts:read')
  const accounts = useQuery({
    ...read('GET /v1/fbo-accounts', { query: { limit: 100 } }),
    enabled: mayRead,
  })
  const chosen = useQuery({
    ...read('GET /v1/fbo-accounts/{id}', { path: { id: account } }),
    enabled: mayRead && account !== '',
    placeholderData: undefined,
  })
  const suggested = accounts.data?.body.data ?? []
  const set = (id: string) => {
    if (id !== account) {
      void navigate({
        to: '/shipments/new',
        search: id === '' ? {} : { account: id },
        replace: true,
      })
    }
  }
  return (
    <TextInput
      label="Account"
      description={
        chosen.data ? accountName(chosen.data.body.data) : 'Its id, or a part of its name.'
      }
      error={chosen.error instanceof ProblemError ? chosen.error.problem.detail : undefined}
      placeholder="fbo_…"
      required
      maw={480}
      list="shipment-accounts"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        if (suggested.some(({ id }) => id === value)) set(value)
      }}
      onBlur={() => set(text.trim())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        set(text.trim())
      }}
      inputContainer={(input) => (
        <>
          {input}
          <datalist id="shipment-accounts">
            {suggested.map((each) => (
              <option key={each.id} value={each.id} label={accountName(each)} />
            ))}
          </datalist>
        </>
      )}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function idsOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))]
}

function bodyOf(fboAccountId: string, ids: readonly string[], notes: string): Body {
  const items = ids.map((inventoryItemId) => ({ inventoryItemId })) as Body['items']
  return { fboAccountId, items, ...(notes.trim() !== '' && { notes: notes.trim() }) }
}

/** Asks the service in a dry run what it would refuse. */
function useCheck(account: string, ids: readonly string[]) {
  const [checked] = useDebouncedValue(ids, 300)
  const isAsked = account !== '' && checked.length > 0
  const check = useQuery({
    queryKey: ['outbound-shipment-check', account, checked],
    queryFn: async ({ signal }) => {
      try {
        const query = { validateOnly: 'true' } as const
        const body = bodyOf(account, checked, '')
        await request('POST /v1/outbound-shipments', { query, body, signal })
        return null
      } catch (error) {
        if (error instanceof ProblemError) return error.problem
        throw error
      }
    },
    enabled: isAsked,
    retry: false,
    gcTime: 0,
  })
  return {
    ids: checked,
    isRunning: checked !== ids || (isAsked && check.isPending),
    problem: isAsked ? (check.data ?? undefined) : undefined,
  }
}

/** The violations by item. */
function faultsOf(problem: ProblemError['problem'] | undefined, ids: readonly string[]): Faults {
  const faults = new Map<string, NonNullable<typeof problem>['errors'] & {}>()
  for (const violation of problem?.errors ?? []) {
    const [, index] = /^\/items\/(\d+)/.exec(violation.pointer ?? '') ?? []
    const id = index === undefined ? undefined : ids[Number(index)]
    if (id !== undefined) faults.set(id, [...(faults.get(id) ?? []), violation])
  }
  return faults
}
