import {
  ActionIcon,
  Alert,
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Keyboard, Moon, Search, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Time } from '../display/Time.tsx'
import { useCaller } from '../session/caller.tsx'
import { SignInFailed } from '../session/SignInPage.tsx'
import { CallerMenu } from './CallerMenu.tsx'
import { isDialogOpen, useKey, useKeyDown } from './keys.ts'
import { useLiveRefresh } from './live-refresh.ts'
import { Navigation } from './Navigation.tsx'
import type { Palette, Typed } from './Palette.tsx'
import { useNoteRecent } from './recent.ts'
import { Shortcuts, useShortcuts } from './Shortcuts.tsx'

/** The header, the navigation, and the page. */
export function Frame() {
  const { organizationName } = useCaller()
  const [isMenuOpen, menu] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const staleSince = useLiveRefresh()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useShortcuts(help.open)
  useNoteRecent(path)
  useEffect(() => {
    menu.close()
    // Keyboards and screen readers start at a page that opens.
    if (shown.current !== path) main.current?.focus({ preventScroll: true })
    shown.current = path
  }, [menu.close, path])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding="md"
    >
      <AppShell.Header>
        <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
          Skip to main content
        </button>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isMenuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Menu"
              aria-expanded={isMenuOpen}
            />
            <Text fw={700} truncate visibleFrom="xs" maw="30vw">
              {organizationName}
            </Text>
          </Group>
          <SearchField />
          <Group gap="xs" wrap="nowrap">
            <Tool
              label="Keyboard shortcuts"
              open={help.open}
              icon={<Keyboard size={18} />}
              isWide
            />
            <ColorScheme />
            <CallerMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main ref={main} tabIndex={-1} className="page">
        <SignInFailed title="You were not signed in again" mb="md" />
        <Outage since={staleSince} />
        <Outlet />
      </AppShell.Main>
      <Shortcuts isOpen={isHelpOpen} close={help.close} />
    </AppShell>
  )
}

/** Warns that the page is out of date: nobody should decide on it. */
function Outage({ since }: { readonly since: number | undefined }) {
  if (since === undefined) return null
  return (
    <Alert color="orange" mb="md" title="The service is not responding" role="status">
      This page shows data from <Time at={since} />. It updates as soon as the service responds
      again.
    </Alert>
  )
}

interface ToolProps {
  readonly label: string
  readonly open: () => void
  readonly icon: ReactNode
  /** Whether a phone has no place for it. */
  readonly isWide?: boolean
}

function Tool({ label, open, icon, isWide = false }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={open}
        {...(isWide && { visibleFrom: 'sm' })}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

/** Switches between dark and light; until then it follows the system. */
function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const [now, other] =
    useComputedColorScheme('light') === 'dark'
      ? ([<Sun key="icon" size={18} />, 'light'] as const)
      : ([<Moon key="icon" size={18} />, 'dark'] as const)
  return <Tool label={`Switch to ${other} mode`} open={() => setColorScheme(other)} icon={now} />
}

/** Opens the search, whose files are loaded then. Closed, it gives the focus back. */
function SearchField() {
  const [Opened, setOpened] = useState<typeof Palette>()
  const [typed, setTyped] = useState<Typed>()
  const before = useRef<Element | null>(null)
  const open = () => {
    before.current = document.activeElement
    setTyped({ text: '', isEntered: false })
    void import('./Palette.tsx').then(
      (loaded) => setOpened(() => loaded.Palette),
      () => {
        setTyped(undefined)
        notifications.show({ color: 'red', message: 'This could not be loaded. Try again.' })
      },
    )
  }
  const close = () => {
    setTyped(undefined)
    setOpened(undefined)
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  // Typed until the field has come: these are no keys of the page. A scanner types at once.
  useKeyDown(true, (event) => {
    const { key, ctrlKey, metaKey, target } = event
    const isInField = (target as Element).closest('input, [role=dialog]') !== null
    if (typed === undefined || ctrlKey || metaKey || isInField) return
    event.stopPropagation()
    event.preventDefault()
    if (key === 'Escape') close()
    else if (key === 'Enter') setTyped({ ...typed, isEntered: true })
    else if (key.length === 1) setTyped({ text: typed.text + key, isEntered: false })
  })
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
      {Opened && typed && <Opened close={close} typed={typed} setTyped={setTyped} />}
    </>
  )
}
