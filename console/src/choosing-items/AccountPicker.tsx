import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { read } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import { accountName } from '../display/format.ts'
import { ResultLine, useFound } from '../display/found.tsx'
import { shortId } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: ReactNode
  /** For a filter. */
  readonly isOptional?: boolean
}

/** Chooses an account by what is known of it; by its id only if the token may not read accounts. */
export function AccountPicker(props: Props) {
  return useMay('fbo_accounts:read') ? <Search {...props} /> : <ById {...props} />
}

function ById({ label, value, onChange, error, isOptional = false }: Props) {
  return (
    <TextInput
      label={label}
      description="Account ID. Searching by name requires the permission fbo_accounts:read."
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      error={error}
      required={!isOptional}
    />
  )
}

function Search({ label, value, onChange, error, isOptional = false }: Props) {
  const [text, setText] = useState<string | undefined>()
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setText(undefined)
    },
  })
  const { accounts, isAsking, error: failure } = useAccounts(text ?? '', combobox.dropdownOpened)
  const picked = usePicked(value)
  const [first] = accounts
  // biome-ignore lint/correctness/useExhaustiveDependencies: the best match is selected again
  useEffect(() => {
    if (text?.trim()) combobox.selectFirstOption()
  }, [text, first?.id])
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onChange(id)
        combobox.closeDropdown()
      }}
      withinPortal={false}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          required={!isOptional}
          placeholder="Name, email or ID"
          description={picked.name ? shortId(value) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text ?? picked.name}
          error={picked.isUnknown ? 'There is no account with this ID.' : error}
          rightSection={isAsking ? <Loader size="xs" /> : <Combobox.Chevron />}
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
            // Nothing is no account, and a whole id needs no further choice.
            if (text === '') onChange('')
            else if (first && first.id.toLowerCase() === text?.trim().toLowerCase())
              onChange(first.id)
            combobox.closeDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} mah={280} style={{ overflowY: 'auto' }}>
          {accounts.map((account) => (
            <Combobox.Option key={account.id} value={account.id} active={account.id === value}>
              <ResultLine {...account} />
            </Combobox.Option>
          ))}
          {accounts.length === 0 && !isAsking && (
            <Combobox.Empty>
              {failure?.message ?? 'No account has this name, email, phone number or ID.'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The accounts that the service finds; the newest if nothing is typed. */
function useAccounts(text: string, isOpen: boolean) {
  const { isAsked, found, ...search } = useFound(text.trim(), { types: 'fbo_account' })
  const newest = useQuery({ ...read('GET /v1/fbo-accounts'), enabled: isOpen && !isAsked })
  if (isAsked) return { accounts: found, ...search }
  const accounts = newest.data?.body.data.map((account) => {
    return { id: account.id, title: accountName(account), detail: account.email }
  })
  return { accounts: accounts ?? [], isAsking: isOpen && newest.isPending, error: newest.error }
}

/** The name of the account that is chosen. */
function usePicked(id: string) {
  const { data, error } = useQuery({
    ...read('GET /v1/fbo-accounts/{id}', { path: { id } }),
    enabled: id !== '',
    placeholderData: undefined,
    retry: false,
    staleTime: 60_000,
  })
  return {
    // Empty while it is read: an id that flashes is no name.
    name: data ? accountName(data.body.data) : error ? id : '',
    isUnknown: error instanceof ProblemError && error.problem.status === 404,
  }
}
