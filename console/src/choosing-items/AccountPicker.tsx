import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { read } from '../api/queries.ts'
import { ProblemError, request } from '../api/request.ts'
import type { FboAccount } from '../api/schema.ts'
import { accountName } from '../display/format.ts'
import { useMay } from '../session/caller.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: ReactNode
}

/** Chooses an account by its name or id; by its id only if the token may not read accounts. */
export function AccountPicker(props: Props) {
  return useMay('fbo_accounts:read') ? <Search {...props} /> : <ById {...props} />
}

function ById({ label, value, onChange, error }: Props) {
  return (
    <TextInput
      label={label}
      description="Account ID. Searching by name requires the permission fbo_accounts:read."
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      error={error}
      required
    />
  )
}

const MORE = '/more'

function Search({ label, value, onChange, error }: Props) {
  const [text, setText] = useState<string | undefined>()
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setText(undefined)
    },
  })
  const { accounts, isLoading, more } = useAccounts(combobox.dropdownOpened)
  const { account: exact } = useAccount(text)
  const { account: picked, isUnknown } = useAccount(value)
  const found = matching(accounts, text, exact)
  const submit = (option: string) => {
    if (option === MORE) return void more?.()
    onChange(option)
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={submit} withinPortal={false}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          label={label}
          required
          placeholder="Name or ID"
          description={picked === undefined || picked.id !== value ? undefined : picked.id}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text ?? (picked?.id === value ? accountName(picked) : value)}
          error={isUnknown ? 'There is no account with this ID.' : error}
          rightSection={isLoading ? <Loader size="xs" /> : <Combobox.Chevron />}
          rightSectionPointerEvents="none"
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onBlur={() => {
            // The whole id of an account needs no further choice.
            if (exact !== undefined && exact.id === text?.trim()) onChange(exact.id)
            combobox.closeDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} mah={280} style={{ overflowY: 'auto' }}>
          {found.map((account) => (
            <AccountOption key={account.id} account={account} isPicked={account.id === value} />
          ))}
          {found.length === 0 && !isLoading && (
            <Combobox.Empty>{noMatch(accounts.length, more !== undefined)}</Combobox.Empty>
          )}
          {more !== undefined && (
            <Combobox.Option value={MORE}>
              <Text size="sm" c="dimmed">
                Load more accounts ({accounts.length.toLocaleString()} loaded)
              </Text>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function noMatch(loaded: number, hasMore: boolean): string {
  if (!hasMore) return 'No match among the loaded accounts. You can paste the account ID.'
  return `No match in the first ${loaded.toLocaleString()} accounts. Load more, or paste the account ID.`
}

interface AccountOptionProps {
  readonly account: FboAccount
  readonly isPicked: boolean
}

function AccountOption({ account, isPicked }: AccountOptionProps) {
  return (
    <Combobox.Option value={account.id} active={isPicked}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{accountName(account)}</bdi>
        {account.isPrimary && ' (primary)'}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {account.id}
      </Text>
    </Combobox.Option>
  )
}

function matching(
  accounts: readonly FboAccount[],
  text: string | undefined,
  exact: FboAccount | undefined,
): readonly FboAccount[] {
  const wanted = (text ?? '').trim().toLowerCase()
  if (wanted === '') return accounts
  const found = accounts.filter((account) =>
    [account.id, account.firstName, account.lastName, account.businessName, account.email]
      .join(' ')
      .toLowerCase()
      .includes(wanted),
  )
  const isNew = exact !== undefined && !found.some(({ id }) => id === exact.id)
  return isNew && exact.id.toLowerCase() === wanted ? [exact, ...found] : found
}

/** The accounts of the first pages, newest first. The API has no search by name. */
function useAccounts(enabled: boolean) {
  const pages = useInfiniteQuery({
    queryKey: ['fbo-accounts', 'pages'],
    queryFn: ({ pageParam, signal }) =>
      request('GET /v1/fbo-accounts', { query: { ...pageParam, limit: 100 }, signal }),
    initialPageParam: {} as { page?: number; cursor?: string },
    getNextPageParam: ({ links: { next } }) =>
      next === undefined
        ? undefined
        : { page: Number(next.get('page')), cursor: next.get('cursor') ?? '' },
    enabled,
    staleTime: 60_000,
  })
  return {
    accounts: pages.data?.pages.flatMap(({ body }) => body.data) ?? [],
    isLoading: pages.isFetching,
    more: pages.hasNextPage ? pages.fetchNextPage : undefined,
  }
}

/** The account with exactly this id. */
function useAccount(id: string | undefined) {
  const [settled] = useDebouncedValue((id ?? '').trim(), 200)
  const { data, error } = useQuery({
    ...read('GET /v1/fbo-accounts/{id}', { path: { id: settled } }),
    // The service makes no shorter ids, so there is no use in asking for one.
    enabled: /^[A-Za-z0-9_-]{8,64}$/.test(settled),
    placeholderData: undefined,
    retry: false,
    staleTime: 60_000,
  })
  return {
    account: data?.body.data,
    isUnknown: error instanceof ProblemError && error.problem.status === 404,
  }
}
