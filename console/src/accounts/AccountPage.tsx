import { Alert } from '@mantine/core'
import { UserRoundX } from 'lucide-react'
import { useName } from '../display/names.ts'
import { DescriptionList, RecordPage, useRecord } from '../display/Page.tsx'
import { Time } from '../display/Time.tsx'
import { AccountActions } from './AccountActions.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { CONTACT_FIELDS, useErasure } from './contact.ts'
import { InsuredExposure } from './InsuredExposure.tsx'

export function AccountPage() {
  const page = useRecord('GET /v1/fbo-accounts/{id}', 'fbo_accounts:read')
  const { id, record: account, etag } = page
  const title = useName('fbo_account', id) ?? 'Account'
  const isEmpty = account !== undefined && CONTACT_FIELDS.every(({ name }) => !account[name])
  const erasedAt = useErasure(id, isEmpty)
  if (account === undefined) return <RecordPage {...page} title={title} />
  const isErased = erasedAt !== undefined
  return (
    <RecordPage
      {...page}
      title={title}
      statuses={[account.isPrimary && 'primary']}
      actions={<AccountActions {...{ account, etag, isErased }} />}
    >
      {isErased && (
        <Alert icon={<UserRoundX />} color="gray" title="Erased">
          Its contact details were erased on <Time at={erasedAt} />. It can no longer be changed.
          Use another account from now on.
        </Alert>
      )}
      <DescriptionList
        items={[
          ...CONTACT_FIELDS.map(
            ({ name, label }) =>
              [label, account[name] && <bdi key={name}>{account[name]}</bdi>] as const,
          ),
          ['Opened', <Time key="opened" at={account.createdAt} />],
        ]}
      />
      <InsuredExposure {...{ account, etag, isErased }} />
      <AccountTabs account={account} />
    </RecordPage>
  )
}
