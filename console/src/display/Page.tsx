import { Group, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { type Permission, useMay } from '../session/caller.tsx'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  readonly title: string
  /** What it needs to be read; without it the page says so. */
  readonly permission?: Permission
  /** Beside the title: the page's main actions. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page: its title, its actions, and what the token must be able to read. */
export function Page({ title, permission, actions, children }: Props) {
  useDocumentTitle(`${title} · Vault console`)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="center" mih={36}>
        <Title order={1} size="h2" miw={0} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{title}</bdi>
        </Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      {permission === undefined ? (
        children
      ) : (
        <Permitted permission={permission}>{children}</Permitted>
      )}
    </Stack>
  )
}

/** Shows its children where the token has the permission; otherwise says what is missing. */
export function Permitted({
  permission,
  children,
}: {
  readonly permission: Permission
  readonly children: ReactNode
}) {
  if (useMay(permission)) return children
  return (
    <EmptyState title="Your token may not read this">
      It needs the permission <code>{permission}</code>. Somebody who manages access tokens can
      issue one that has it.
    </EmptyState>
  )
}
