import { Group, Stack, Text } from '@mantine/core'
import type { Summary } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { accountName } from '../display/format.ts'
import { RecordLink } from '../display/RecordLink.tsx'
import { ExposureBar, exposurePercent } from '../display/ValueLine.tsx'
import { Missing, Section } from './Section.tsx'

type Account = NonNullable<Summary['accountsNearestToMaximum']>[number]

interface Props {
  readonly accounts: Summary['accountsNearestToMaximum']
}

/** The accounts whose exposure is the largest part of their insured maximum. */
export function Accounts({ accounts }: Props) {
  return (
    <Section title="Accounts closest to their insured maximum">
      {accounts === null && <Missing permission="fbo_accounts:read" />}
      {accounts?.length === 0 && (
        <Text size="sm" c="dimmed">
          No account holds items with a declared value.
        </Text>
      )}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {accounts?.map((account) => (
          <li key={account.fboAccountId}>
            <Exposure account={account} />
          </li>
        ))}
      </Stack>
    </Section>
  )
}

function Exposure({ account }: { readonly account: Account }) {
  const { fboAccountId: id, exposureCents, maxInsuredValueCents, isOverMaximum } = account
  const percent = exposurePercent(account)
  const name = accountName({ ...account, id })
  return (
    <>
      <Group justify="space-between" gap="xs">
        <RecordLink type="account" id={id} name={name} />
        <Text size="sm">
          {money(exposureCents)} of {money(maxInsuredValueCents)}
          <Text span inherit fw={isOverMaximum ? 600 : undefined}>
            {` · ${percent.toLocaleString()}%`}
            {isOverMaximum && ' · over the maximum'}
          </Text>
        </Text>
      </Group>
      <ExposureBar {...account} />
    </>
  )
}
