import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import { useMay } from '../session/caller.tsx'
import { accountName } from './format.ts'
import { RecordLink } from './RecordLink.tsx'

/** A link to an account with its id, and its name if the token may read it. */
export function AccountLink({ id }: { readonly id: string }) {
  const mayRead = useMay('fbo_accounts:read')
  const account = useQuery({
    ...read('GET /v1/fbo-accounts/{id}', { path: { id } }),
    enabled: mayRead,
    staleTime: 60_000,
    retry: false,
    placeholderData: undefined,
  }).data?.body.data
  const name = account === undefined ? id : accountName(account)
  if (name === id) return <RecordLink type="account" id={id} />
  return (
    <>
      <RecordLink type="account" id={id} name={name} />
      <Text size="xs" c="dimmed" ff="monospace">
        {id}
      </Text>
    </>
  )
}
