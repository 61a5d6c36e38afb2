import { Select } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { isToken } from '../display/filters.ts'
import { useNames } from '../display/names.ts'
import { shortId } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'

interface Props {
  readonly label: string
  /** The id of a person or of a token; empty until one is chosen. */
  readonly value: string
  readonly onChange: (id: string) => void
}

/**
 * Chooses who did something, by name: people, and tokens that belong to nobody, which responses
 * have named; all tokens if the caller may list them. The id of any other token is taken as it is.
 */
export function ActorPicker({ label, value, onChange }: Props) {
  const [search, setSearch] = useState('')
  const people = useNames('person')
  const named = useNames('access_token')
  const tokens = useRead('GET /v1/access-tokens', {
    query: { limit: 100 },
    enabled: useMay('access_tokens:manage'),
  })
  const owners = tokens.data?.body.data.map(({ id, owner }) => [id, owner ?? shortId(id)] as const)
  const ofPeople = new Set(people.values())
  const ownersAlone = [...(owners ?? []), ...named].filter(([, name]) => !ofPeople.has(name))
  const names = new Map([...people, ...ownersAlone])
  const others = [value, search.trim()].filter((id) => isToken(id) && !names.has(id))
  const isAlone = (name: string) => [...names.values()].filter((one) => one === name).length === 1
  const options = [...names].map(([id, name]) => {
    return { value: id, label: isAlone(name) ? name : `${name}, ${shortId(id)}` }
  })
  options.sort((one, other) => one.label.localeCompare(other.label))
  return (
    <Select
      label={label}
      placeholder="Name, or token ID"
      searchable
      data={[...options, ...others.map((id) => ({ value: id, label: id }))]}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      onSearchChange={setSearch}
      nothingFoundMessage="Nobody of this name in what was shown so far. Choose a longer period, or enter a token ID."
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: false }}
      data-autofocus
    />
  )
}
