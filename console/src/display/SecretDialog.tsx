import { type ComponentProps, type ReactNode, useState } from 'react'
import { OneTimeSecret } from './OneTimeSecret.tsx'

type Secret = ComponentProps<typeof OneTimeSecret>

interface Props {
  /** The form that asks for a secret; it calls `show` with the one that it gets. */
  readonly form: (show: (secret: Secret) => void) => ReactNode
}

/** In a `BlockingModal`: a form, and then the secret that its request made, once. */
export function SecretDialog({ form }: Props) {
  const [secret, setSecret] = useState<Secret>()
  return secret === undefined ? form(setSecret) : <OneTimeSecret {...secret} />
}
