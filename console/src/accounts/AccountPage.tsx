import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { read } from '../api/queries.ts'
import { accountName } from '../display/format.ts'
import { DescriptionList, RecordPage } from '../display/Page.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { AccountActions } from './AccountActions.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { CONTACT_FIELDS, useErasure } from './contact.ts'
import { InsuredExposure } from './InsuredExposure.tsx'

export function AccountPage() {
  const { id } = useParams({ from: '/accounts/$id' })
  return <Account key={id} id={id} />
}

/** One account: its insured exposure, and its records by tabs. */
function Account({ id }: { readonly id: string }) {
  const query = useQuery({
    ...read('GET /v1/fbo-accounts/{id}', { path: { id } }),
    enabled: useMay('fbo_accounts:read'),
  })
  const account = query.data?.body.data
  const etag = query.data?.etag
  const isEmpty = account !== undefined && CONTACT_FIELDS.every(({ name }) => !account[name])
  const erasedAt = useErasure(id, isEmpty)
  const isErased = erasedAt !== undefined
  return (
    <RecordPage
      id={id}
      title={account ? accountName(account) : 'Account'}
      permission="fbo_accounts:read"
      query={query}
      statuses={[account?.isPrimary && 'primary']}
      actions={account && <AccountActions {...{ account, etag, isErased }} />}
    >
      {isErased && (
        <Alert icon={<UserRoundX />} color="gray" title="Erased">
          Its contact details were erased on <Time at={erasedAt} />. It can no longer be changed.
          Use another account from now on.
        </Alert>
      )}
      {account && (
        <DescriptionList
          items={[
            ...CONTACT_FIELDS.map(
              ({ name, label }) =>
                [label, account[name] && <bdi key={name}>{account[name]}</bdi>] as const,
            ),
            ['Opened', <Time key="opened" at={account.createdAt} />],
          ]}
        />
      )}
      <InsuredExposure id={id} etag={etag} openedAt={account?.createdAt} isErased={isErased} />
      {account && <AccountTabs account={account} />}
    </RecordPage>
  )
}
