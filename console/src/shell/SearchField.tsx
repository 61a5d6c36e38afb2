import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { isDialogOpen, useKey } from './keys.ts'
import { useLoadedDialog } from './use-loaded-dialog.tsx'

/** Opens the search, from every page. */
export function SearchField() {
  const { open, dialog } = useLoadedDialog(async () => (await import('./Palette.tsx')).Palette)
  const key = useKey('search', open)
  useHotkeys([['mod+K', () => !isDialogOpen() && open()]], [])
  return (
    <>
      <Button
        variant="default"
        c="dimmed"
        fw={400}
        onClick={open}
        aria-keyshortcuts={`Control+K Meta+K ${key ?? ''}`.trim()}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={<Kbd aria-hidden>{key ?? 'Ctrl K'}</Kbd>}
        styles={{ label: { flexGrow: 1 } }}
        flex="1 1 0"
        miw={0}
        maw={420}
      >
        Search
      </Button>
      {dialog}
    </>
  )
}
