import { Alert, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { read } from '../api/queries.ts'
import type { FboAccount } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { DescriptionList } from '../display/DescriptionList.tsx'
import { accountName } from '../display/format.ts'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, Copyable } from '../display/RecordLink.tsx'
import { Loading } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { AccountActions } from './AccountActions.tsx'
import { CONTACT_FIELDS } from './contact.ts'
import { EditContact } from './EditContact.tsx'
import { Holdings } from './Holdings.tsx'
import { InsuredExposure } from './InsuredExposure.tsx'
import { PrimaryBadge } from './PrimaryBadge.tsx'

export function AccountPage() {
  const { id } = useParams({ from: '/accounts/$id' })
  return <Account key={id} id={id} />
}

/** One account: its contact details, insured exposure, and holdings on a day. */
function Account({ id }: { readonly id: string }) {
  const { data, error } = useQuery({
    ...read('GET /v1/fbo-accounts/{id}', { path: { id } }),
    enabled: useMay('fbo_accounts:read'),
  })
  const [isEditing, editing] = useDisclosure()
  const account = data?.body.data
  const erasedAt = useErasure(account)
  return (
    <Page
      title={account ? accountName(account) : 'Account'}
      permission="fbo_accounts:read"
      actions={account?.isPrimary && <PrimaryBadge />}
    >
      <ProblemAlert error={error} />
      {account === undefined && error === null && <Loading />}
      {account !== undefined && (
        <Stack gap="lg">
          {erasedAt !== undefined && (
            <Alert icon={<UserRoundX />} color="gray" title="Erased">
              Its contact details were erased on <Time at={erasedAt} />. It can no longer be
              changed. Use another account from now on.
            </Alert>
          )}
          <AccountActions
            account={account}
            etag={data?.etag}
            isEditing={isEditing}
            edit={editing.open}
            isErased={erasedAt !== undefined}
          />
          {isEditing && <EditContact account={account} etag={data?.etag} close={editing.close} />}
          <AccountDetails account={account} />
          <RelatedRecords id={id} />
          <InsuredExposure id={id} />
          <Holdings id={id} />
        </Stack>
      )}
    </Page>
  )
}

/** The time of the account's erasure, from the feed. Only one without contact details can be erased. */
function useErasure(account: FboAccount | undefined): string | undefined {
  const isEmpty = account !== undefined && CONTACT_FIELDS.every(({ name }) => !account[name])
  const query = { type: 'fbo_account.erased', subjectId: account?.id ?? '', limit: 1 } as const
  const { data } = useQuery({
    ...read('GET /v1/events', { query }),
    placeholderData: undefined,
    enabled: useMay('events:read') && isEmpty,
  })
  return isEmpty ? data?.body.data[0]?.occurredAt : undefined
}

function AccountDetails({ account }: { readonly account: FboAccount }) {
  return (
    <DescriptionList
      items={[
        ['Account', <Copyable key="id" text={account.id} />],
        ...CONTACT_FIELDS.map(
          ({ name, label }) =>
            [label, account[name] && <bdi key={name}>{account[name]}</bdi>] as const,
        ),
        ['Insured maximum', money(account.maxInsuredValueCents)],
        ['Opened', <Time key="opened" at={account.createdAt} />],
      ]}
    />
  )
}

/** Links to its records in the lists of other pages. */
function RelatedRecords({ id }: { readonly id: string }) {
  return (
    <Group gap="md" component="nav" aria-label="Records of this account">
      <AppLink to="/items" search={{ fboAccountId: id }} fz="sm">
        Items
      </AppLink>
      <AppLink to="/transfers" search={{ fromFboAccountId: id } as never} fz="sm">
        Outgoing transfers
      </AppLink>
      <AppLink to="/transfers" search={{ toFboAccountId: id } as never} fz="sm">
        Incoming transfers
      </AppLink>
      <AppLink to="/shipments" search={{ fboAccountId: id } as never} fz="sm">
        Shipments
      </AppLink>
    </Group>
  )
}
