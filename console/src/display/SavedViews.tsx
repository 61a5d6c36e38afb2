import { Button, CloseButton, Group } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useCaller } from '../session/caller.tsx'
import { AppLink } from './RecordLink.tsx'
import { useDialogs } from './use-dialog.tsx'

/** Named filters of a list, kept in this browser: links that a colleague can follow too. */
export function SavedViews() {
  const { pathname } = useLocation()
  const { page: _, cursor: __, ...search } = useSearch({ strict: false }) as Record<string, string>
  const [views, setViews] = useLocalStorage<readonly { name: string; search: object }[]>({
    key: `vault-inventory views ${useCaller().organizationId} ${pathname}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const { confirm } = useDialogs()
  const without = (name: string) => views.filter((view) => view.name !== name)
  const isFiltered = Object.keys(search).length > 0
  if (views.length === 0 && !isFiltered) return null
  const save = () =>
    confirm({
      label: 'Save this view',
      explanation: 'It shows this list again with the filters as they are now.',
      fields: [{ name: 'name', label: 'Name of the view', required: true, maxLength: 60 }],
      run: async ({ values: { name } }) => name && setViews([...without(name), { name, search }]),
    })
  return (
    <Group gap="md" component="nav" aria-label="Saved views" className="not-printed">
      {views.map((view) => (
        <Group key={view.name} gap={4} wrap="nowrap">
          <AppLink to="." search={view.search as never}>
            <bdi>{view.name}</bdi>
          </AppLink>
          <CloseButton
            aria-label={`Delete the view ${view.name}`}
            onClick={() => setViews(without(view.name))}
          />
        </Group>
      ))}
      {isFiltered && (
        <Button variant="subtle" size="compact-xs" onClick={save}>
          Save this view
        </Button>
      )}
    </Group>
  )
}
