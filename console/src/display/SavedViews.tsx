import { Button, CloseButton, Group, Popover, Stack, TextInput } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useCaller } from '../session/caller.tsx'
import { AppLink } from './RecordLink.tsx'

interface View {
  readonly name: string
  readonly search: Readonly<Record<string, string>>
}

/** Named filters of a list, kept in this browser: links that a colleague can follow too. */
export function SavedViews() {
  const { pathname } = useLocation()
  const { page: _, cursor: __, ...search } = useSearch({ strict: false }) as Record<string, string>
  const [views, setViews] = useLocalStorage<readonly View[]>({
    key: `vault-inventory views ${useCaller().organizationId} ${pathname}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const without = (name: string) => views.filter((view) => view.name !== name)
  const isFiltered = Object.keys(search).length > 0
  if (views.length === 0 && !isFiltered) return null
  return (
    <Group gap="md" component="nav" aria-label="Saved views" className="not-printed">
      {views.map((view) => (
        <Group key={view.name} gap={4} wrap="nowrap">
          <AppLink to="." search={view.search as never} size="sm">
            <bdi>{view.name}</bdi>
          </AppLink>
          <CloseButton
            size={24}
            aria-label={`Delete the view ${view.name}`}
            onClick={() => setViews(without(view.name))}
          />
        </Group>
      ))}
      {isFiltered && <SaveView save={(name) => setViews([...without(name), { name, search }])} />}
    </Group>
  )
}

function SaveView({ save }: { readonly save: (name: string) => void }) {
  const [isOpen, popover] = useDisclosure()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save(name.trim())
    popover.close()
    setName('')
  }
  return (
    <Popover opened={isOpen} onChange={popover.set} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" size="compact-xs" onClick={popover.toggle}>
          Save this view
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack component="form" gap="xs" onSubmit={submit}>
          <TextInput
            label="Name of the view"
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" size="xs">
            Save
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
