import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../api/queries.ts'
import type { Args, Operation, ResponseOf } from '../api/request.ts'
import { useWaiting } from '../queue/waiting.ts'
import { type Permission, useCaller } from '../session/caller.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'
import { ShortId } from './RecordLink.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { PageDialogs, useDialog } from './use-dialog.tsx'

interface PageProps {
  readonly title: string
  /** The permission to read the page; without it the page says what is missing. */
  readonly permission?: Permission | undefined
  /** The page's main actions, beside the title, for those who may read it. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Page({ title, permission, actions, children }: PageProps) {
  const { count } = useWaiting()
  const { permissions } = useCaller()
  const { dialog, ...dialogs } = useDialog()
  const isPermitted = permission === undefined || permissions.includes(permission)
  useDocumentTitle(`${count > 0 ? `(${count}) ` : ''}${title} · Vault console`)
  return (
    <PageDialogs value={dialogs}>
      <Stack gap="md">
        <Group justify="space-between" align="center" mih={36}>
          <Title order={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{title}</bdi>
          </Title>
          {isPermitted && actions && <Group gap="xs">{actions}</Group>}
        </Group>
        <Permitted permission={permission}>
          {children}
          {dialog}
        </Permitted>
      </Stack>
    </PageDialogs>
  )
}

interface SectionProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, aside, children }: SectionProps) {
  return (
    <Stack component="section" aria-label={title} gap="xs">
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        {aside}
      </Group>
      {children}
    </Stack>
  )
}

/** Shows its children if the token has the permission; otherwise says what is missing. */
export function Permitted({ permission, children }: Omit<PageProps, 'title'>) {
  const { permissions } = useCaller()
  if (permission === undefined || permissions.includes(permission)) return children
  return (
    <EmptyState title="You do not have access">
      This requires the permission <code>{permission}</code>. Ask somebody who manages roles for one
      that has it.
    </EmptyState>
  )
}

/**
 * The record that the URL names, for `RecordPage`.
 * @param poll the interval in which it is read again, in ms
 */
export function useRecord<O extends Operation & `GET /v1/${string}/{id}`>(
  operation: O,
  permission: Permission,
  poll: number | false = false,
) {
  const { id = '' } = useParams({ strict: false })
  const args = { path: { id } } as Args<O>
  const enabled = useCaller().permissions.includes(permission)
  const query = useRead(operation, { ...args, enabled, refetchInterval: poll })
  const body = query.data?.body as { readonly data: DataOf<O> } | undefined
  return { id, permission, error: query.error, record: body?.data, etag: query.data?.etag }
}

type DataOf<O extends Operation> = ResponseOf<O> extends { data: infer Data } ? Data : never

interface RecordPageProps extends Omit<PageProps, 'children'> {
  readonly id: string
  readonly record: unknown
  readonly error: unknown
  /** Its status, and what else is so, such as a hold. */
  readonly statuses?: readonly (string | false | null | undefined)[]
  /** Its parties and its value. */
  readonly facts?: readonly ReactNode[]
  readonly children?: ReactNode
}

/** The page of a record: a title that names it, one line with its status, parties and actions. */
export function RecordPage({ id, record, error, children, actions, ...props }: RecordPageProps) {
  const { statuses = [], facts = [], ...page } = props
  return (
    <Page {...page}>
      <ProblemAlert error={error} />
      {record === undefined && error === null && <Loading />}
      {record !== undefined && (
        <>
          <Group justify="space-between" align="flex-start" gap="sm">
            <Group gap="sm" mih={36}>
              {statuses.map((each) => each && <StatusBadge key={each} status={each} />)}
              {facts.filter(Boolean).map((fact, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: each has its place
                <Text key={index} component="div">
                  {fact}
                </Text>
              ))}
              <ShortId id={id} />
            </Group>
            {actions}
          </Group>
          {children}
        </>
      )}
    </Page>
  )
}

type Described = readonly (readonly [name: string, value: ReactNode])[]

/** The fields of a record. Those without a value are left out. */
export function DescriptionList({ items }: { readonly items: Described }) {
  const shown = items.filter(([, value]) => value || value === 0)
  if (shown.length === 0) return null
  return (
    <Paper withBorder p="md">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" m={0}>
        {shown.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  )
}

/** Says that there is nothing to show; its children are the next step, or the reason. */
export function EmptyState({ title, children }: Partial<PageProps>) {
  return (
    <Stack align="center" gap="xs" py="xl">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" ta="center" maw={480} component="div">
        {children}
      </Text>
    </Stack>
  )
}

export function Loading() {
  return (
    <Stack gap="xs" aria-busy="true" aria-label="Loading">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} h={32} />
      ))}
    </Stack>
  )
}

/** The files of a page could not be loaded: the service is not responding, or was updated. */
export class PageNotLoaded extends Error {}

export function PageError({ error }: { readonly error: unknown }) {
  if (!(error instanceof PageNotLoaded)) return <ProblemAlert error={error} />
  return (
    <EmptyState title="This page could not be loaded">
      The service is not responding, or has just been updated.
      <br />
      <Button mt="sm" onClick={() => location.reload()}>
        Reload
      </Button>
    </EmptyState>
  )
}
