import { Loader, Select, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useRead } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import { ResultLine, useFound } from '../display/found.tsx'
import { knownName, useName } from '../display/names.ts'
import { shortId } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: ReactNode
  readonly required?: boolean
}

/** Chooses an account by what is known of it; by its id only if the token may not read accounts. */
export function AccountPicker(props: Props) {
  return useMay('fbo_accounts:read') ? <Search {...props} /> : <ById {...props} />
}

function ById({ onChange, required = true, ...props }: Props) {
  return (
    <TextInput
      {...props}
      description="Account ID. Searching by name requires the permission fbo_accounts:read."
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      required={required}
    />
  )
}

function Search({ label, value, onChange, error, required = true }: Props) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const picked = usePicked(value)
  const text = search === picked.name ? '' : search.trim()
  const { accounts, isAsking, error: failure } = useAccounts(text, isOpen)
  const options = accounts.map((account) => ({ value: account.id, label: account.title }))
  const isListed = accounts.some(({ id }) => id === value) || picked.name === ''
  return (
    <Select
      label={label}
      required={required}
      searchable
      placeholder="Name, email or ID"
      description={picked.name ? shortId(value) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={isListed ? options : [...options, { value, label: picked.name }]}
      // The service has searched already.
      filter={() => options}
      renderOption={({ option }) => (
        <ResultLine {...(accounts.find(({ id }) => id === option.value) ?? { title: '' })} />
      )}
      nothingFoundMessage={
        isAsking
          ? undefined
          : (failure?.message ?? 'No account has this name, email, phone number or ID.')
      }
      value={value || null}
      onChange={(id) => onChange(id ?? value)}
      searchValue={search}
      onSearchChange={setSearch}
      selectFirstOptionOnChange={text !== '' && options.length > 0}
      allowDeselect={false}
      error={picked.isUnknown ? 'There is no account with this ID.' : error}
      rightSection={isAsking ? <Loader size="xs" /> : undefined}
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={({ currentTarget }) => {
        // Nothing is no account, and a whole id needs no further choice.
        const typed = currentTarget.value.trim().toLowerCase()
        if (typed === '' && picked.name !== '') onChange('')
        else if (accounts[0]?.id.toLowerCase() === typed) onChange(accounts[0].id)
      }}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** The accounts that the service finds; the newest if nothing is typed. */
function useAccounts(text: string, isOpen: boolean) {
  const { isAsked, found, ...search } = useFound(text, { types: 'fbo_account' })
  const newest = useRead('GET /v1/fbo-accounts', { enabled: isOpen && !isAsked })
  if (isAsked) return { accounts: found, ...search }
  const accounts = newest.data?.body.data.map(({ id, email }) => {
    return { id, title: knownName('fbo_account', id) ?? id, detail: email }
  })
  return { accounts: accounts ?? [], isAsking: isOpen && newest.isPending, error: newest.error }
}

function usePicked(id: string) {
  const name = useName('fbo_account', id)
  const { data, error } = useRead('GET /v1/fbo-accounts/{id}', {
    path: { id },
    enabled: id !== '',
    placeholderData: undefined,
    retry: false,
    staleTime: 60_000,
  })
  return {
    // Empty while it is read: an id that flashes is no name.
    name: name ?? (data || error ? id : ''),
    isUnknown: error instanceof ProblemError && error.problem.status === 404,
  }
}
