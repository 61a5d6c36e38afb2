import { Badge, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useWaiting } from '../queue/waiting.ts'
import { useCaller } from '../session/caller.tsx'
import { useKeys } from './keys.ts'
import { PAGES } from './pages.ts'

const PageLink = createLink((props: Omit<NavLinkProps, 'href'>) => <NavLink {...props} />)

/** Links to the pages. Those that the token may not read have a lock. */
export function Navigation() {
  const { permissions } = useCaller()
  const { count } = useWaiting()
  const { keyOf, chosenKey } = useKeys()
  return PAGES.map(({ to, name, Icon, needs }) => {
    const isLocked = needs !== undefined && !permissions.includes(needs)
    return (
      <PageLink
        key={to}
        to={to}
        label={name}
        leftSection={<Icon size={18} aria-hidden />}
        rightSection={
          isLocked ? (
            <Lock size={14} role="img" aria-label={`requires ${needs}`} />
          ) : (
            to === '/queue' &&
            count > 0 && <Badge variant="default">{count.toLocaleString()}</Badge>
          )
        }
        activeOptions={{ exact: to === '/', includeSearch: false }}
        activeProps={{ active: true }}
        c={isLocked ? 'dimmed' : undefined}
        aria-keyshortcuts={keyOf('go') && `${keyOf('go')} ${chosenKey(to)}`}
      />
    )
  })
}
