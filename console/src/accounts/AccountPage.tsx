import { Alert } from '@mantine/core'
import { UserRoundX } from 'lucide-react'
import { accountName } from '../display/format.ts'
import { DescriptionList, RecordPage, useRecord } from '../display/Page.tsx'
import { Time } from '../display/Time.tsx'
import { AccountActions } from './AccountActions.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { CONTACT_FIELDS, useErasure } from './contact.ts'
import { InsuredExposure } from './InsuredExposure.tsx'

/** One account: its insured exposure, and its records by tabs. */
export function AccountPage() {
  const page = useRecord('GET /v1/fbo-accounts/{id}', 'fbo_accounts:read')
  const { id, record: account, etag } = page
  const isEmpty = account !== undefined && CONTACT_FIELDS.every(({ name }) => !account[name])
  const erasedAt = useErasure(id, isEmpty)
  const isErased = erasedAt !== undefined
  return (
    <RecordPage
      {...page}
      title={account ? accountName(account) : 'Account'}
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
