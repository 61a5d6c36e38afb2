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

/** One account: its contact data, what is insured, and what it holds on a day. */
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
              Its contact data were erased on <Time at={erasedAt} />. It can no longer be changed.
              Use another account from now on.
            </Alert>
          )}
          <AccountActions
            {...{ account, etag: data?.etag, isEditing, edit: editing.open }}
            isErased={erasedAt !== undefined}
          />
          {isEditing && <EditContact account={account} etag={data?.etag} close={editing.close} />}
          <AccountFacts account={account} />
          <Elsewhere id={id} />
          <InsuredExposure id={id} />
          <Holdings id={id} />
        </Stack>
      )}
    </Page>
  )
}

/** When the account was erased: the feed says it. Only one without contact data can be. */
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

function AccountFacts({ account }: { readonly account: FboAccount }) {
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

/** Its records in the lists of other pages. */
function Elsewhere({ id }: { readonly id: string }) {
  return (
    <Group gap="md" component="nav" aria-label="Records of this account">
      <AppLink to="/items" search={{ fboAccountId: id }} fz="sm">
        Its items
      </AppLink>
      <AppLink to="/transfers" search={{ fromFboAccountId: id } as never} fz="sm">
        Transfers from it
      </AppLink>
      <AppLink to="/transfers" search={{ toFboAccountId: id } as never} fz="sm">
        Transfers to it
      </AppLink>
      <AppLink to="/shipments" search={{ fboAccountId: id } as never} fz="sm">
        Its shipments
      </AppLink>
    </Group>
  )
}
