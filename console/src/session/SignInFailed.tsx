import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { forgetFailure, signInFailure } from './sign-in-failure.ts'

/** Why a provider signed nobody in, if that led here. Reloading the page does not say it again. */
export function SignInFailed({
  title,
  mb = 0,
}: {
  readonly title: string
  readonly mb?: string | 0
}) {
  const [failure, setFailure] = useState(() => signInFailure(location.hash))
  useEffect(forgetFailure, [])
  if (failure === undefined) return null
  return (
    <Alert
      color="red"
      title={title}
      role="alert"
      mb={mb}
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setFailure(undefined)}
    >
      {failure}
    </Alert>
  )
}
