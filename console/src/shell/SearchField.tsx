import { Kbd, Loader, Popover, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import { useCaller } from '../session/caller.tsx'
import { type Found, findById } from './find-by-id.ts'
import { useKey } from './keys.ts'

/** Finds any record by its id, from every page: `/` focuses it, Enter opens the record. */
export function SearchField() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { permissions } = useCaller()
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly Found[] | undefined>()
  const [error, setError] = useState<unknown>()
  const key = useKey('search', () => input.current?.focus())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const id = input.current?.value.trim() ?? ''
    if (id === '' || isBusy) return
    setBusy(true)
    setError(undefined)
    const all = await findById(id, permissions)
      .catch(setError)
      .finally(() => setBusy(false))
    const [only, second] = all ?? []
    if (only === undefined || second !== undefined) return setFound(all ?? [])
    setFound(undefined)
    if (input.current) input.current.value = ''
    input.current?.blur()
    await navigate({ to: only.to as '/' })
  }
  return (
    <Popover
      opened={found !== undefined}
      onChange={() => setFound(undefined)}
      width="target"
      withinPortal
      withRoles={false}
    >
      <Popover.Target>
        <form onSubmit={submit} style={{ flex: '1 1 auto', maxWidth: 420 }}>
          <TextInput
            ref={input}
            type="search"
            aria-label="Search by ID or tracking number"
            placeholder="ID or tracking number"
            leftSection={<Search size={16} aria-hidden />}
            rightSection={isBusy ? <Loader size="xs" /> : key && <Kbd aria-hidden>{key}</Kbd>}
            onChange={() => setFound(undefined)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') input.current?.blur()
            }}
            autoComplete="off"
            spellCheck={false}
          />
        </form>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="status">
          <ProblemAlert error={error} />
          {found?.length === 0 && error === undefined && (
            <Text size="sm">
              No record with this ID or tracking number, or you cannot see it. Enter the whole of
              it; upper and lower case matter.
            </Text>
          )}
          {found?.map(({ to, kind }) => (
            <AppLink key={to} to={to as '/'} onClick={() => setFound(undefined)}>
              {kind}
            </AppLink>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
