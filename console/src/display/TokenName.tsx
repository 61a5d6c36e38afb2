import { useCaller } from '../session/caller.tsx'
import { useName } from './names.ts'
import { ShortId } from './ShortId.tsx'

/** The author of a change by name: the person that the token belongs to, else its owner. */
export function TokenName({ id }: { readonly id: string | null }) {
  const isMine = useCaller().tokenId === id
  const name = useName('access_token', id)
  if (id === null) return 'Vault operator or system'
  if (name === undefined) return isMine ? 'You' : <ShortId id={id} />
  return (
    <bdi title={id}>
      {name}
      {isMine && ' (you)'}
    </bdi>
  )
}
