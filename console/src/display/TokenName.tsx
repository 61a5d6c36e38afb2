import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import { useCaller, useMay } from '../session/caller.tsx'

/** The author of a change: the token, and its owner if the token may read it. */
export function TokenName({ id }: { readonly id: string | null }) {
  const { tokenId } = useCaller()
  const tokens = useQuery({
    ...read('GET /v1/access-tokens', { query: { limit: 100 } }),
    enabled: useMay('access_tokens:manage') && id !== null && id !== tokenId,
    staleTime: 60_000,
  })
  if (id === null) return 'the vault operator or the system'
  const owner = tokens.data?.body.data.find((token) => token.id === id)?.owner
  const token = (
    <Text span ff="monospace" fz="inherit">
      {id}
    </Text>
  )
  if (id === tokenId) return <>you (token {token})</>
  return owner ? (
    <>
      {owner} (token {token})
    </>
  ) : (
    <>token {token}</>
  )
}
