import { Badge, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { forwardRef } from 'react'
import { useWaiting } from '../queue/waiting.ts'
import { type Permission, useCaller } from '../session/caller.tsx'
import { PAGES } from './pages.ts'

const PageLink = createLink(
  forwardRef<HTMLAnchorElement, Omit<NavLinkProps, 'href'>>((props, ref) => (
    <NavLink ref={ref} {...props} />
  )),
)

/** Links to the pages. Those that the token may not read have a lock. */
export function Navigation() {
  const { permissions } = useCaller()
  const { count } = useWaiting()
  return PAGES.map((page) => {
    const needed: Permission | undefined = 'permission' in page ? page.permission : undefined
    const isLocked = needed !== undefined && !permissions.includes(needed)
    const Icon = page.icon
    return (
      <PageLink
        key={page.to}
        to={page.to}
        label={page.name}
        leftSection={<Icon size={18} aria-hidden />}
        rightSection={
          isLocked ? (
            <Lock size={14} role="img" aria-label={`requires ${needed}`} />
          ) : page.to === '/queue' && count > 0 ? (
            <Badge variant="default">{count.toLocaleString()}</Badge>
          ) : null
        }
        activeOptions={{ exact: page.to === '/', includeSearch: false }}
        activeProps={{ active: true }}
        c={isLocked ? 'dimmed' : undefined}
        aria-keyshortcuts={`g ${page.key}`}
      />
    )
  })
}
