import { Group, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useWaiting } from '../queue/waiting.ts'
import { type Permission, useMay } from '../session/caller.tsx'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  readonly title: string
  /** The permission to read the page; without it the page says what is missing. */
  readonly permission?: Permission
  /** The page's main actions, beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page: its title, its actions, and the permission to read it. */
export function Page({ title, permission, actions, children }: Props) {
  const { count } = useWaiting()
  useDocumentTitle(`${count > 0 ? `(${count}) ` : ''}${title} · Vault console`)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="center" mih={36}>
        <Title order={1} size="h2" miw={0} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{title}</bdi>
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {permission === undefined ? (
        children
      ) : (
        <Permitted permission={permission}>{children}</Permitted>
      )}
    </Stack>
  )
}

/** Shows its children if the token has the permission; otherwise says what is missing. */
export function Permitted({
  permission,
  children,
}: {
  readonly permission: Permission
  readonly children: ReactNode
}) {
  if (useMay(permission)) return children
  return (
    <EmptyState title="You do not have access">
      This requires the permission <code>{permission}</code>. Ask somebody who manages roles for one
      that has it.
    </EmptyState>
  )
}
