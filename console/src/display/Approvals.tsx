import { List, Stack, Text } from '@mantine/core'
import type { ApprovedTransfer, IncludedNames } from '../api/schema.ts'
import { useCaller } from '../session/caller.tsx'
import { Time } from './Time.tsx'

interface Props {
  readonly record: Pick<ApprovedTransfer, 'approvals' | 'approvalsRequired'>
  /** The names that came with the record. */
  readonly names: IncludedNames | undefined
}

/** The approvals of a record that needs several: how many of how many, and who gave them. */
export function Approvals({ record: { approvals, approvalsRequired }, names }: Props) {
  const { tokenId: own } = useCaller()
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {approvals.length} of {approvalsRequired} approvals
      </Text>
      {approvals.length > 0 && (
        <List size="sm">
          {approvals.map(({ at, tokenId }) => (
            <List.Item key={at}>
              <bdi>
                {(tokenId !== null && names?.[tokenId]?.name) || tokenId || 'Vault operator'}
              </bdi>
              {tokenId === own && ' (you)'}, <Time at={at} relative />
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

/** Whether the approvals of a record are worth a list. */
export function hasSeveralApprovals({ approvals, approvalsRequired }: Props['record']): boolean {
  return approvalsRequired > 1 || approvals.length > 1
}
