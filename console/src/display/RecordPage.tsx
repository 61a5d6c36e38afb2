import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Permission } from '../session/caller.tsx'
import { Loading } from './Loading.tsx'
import { Page } from './Page.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'
import { ShortId } from './ShortId.tsx'
import { StatusBadge } from './StatusBadge.tsx'

interface Props {
  readonly id: string
  /** Names the record; until it is read, its type. */
  readonly title: string
  readonly permission: Permission
  readonly query: { readonly data: unknown; readonly error: unknown }
  /** Its status, and what else is so, such as a hold. */
  readonly statuses?: readonly (string | false | null | undefined)[]
  /** Its parties and its value. */
  readonly facts?: readonly ReactNode[]
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The page of a record: a title that names it, one line with its status, parties and actions. */
export function RecordPage({ id, title, permission, query, children, ...header }: Props) {
  const { statuses = [], facts = [], actions } = header
  const { data, error } = query
  return (
    <Page title={title} permission={permission}>
      <ProblemAlert error={error} />
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <Group justify="space-between" align="flex-start" gap="sm">
            <Group gap="sm" mih={36}>
              {statuses.map((each) => each && <StatusBadge key={each} status={each} />)}
              {facts.filter(Boolean).map((fact, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: each has its place
                <Text key={index} size="sm" component="div">
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
