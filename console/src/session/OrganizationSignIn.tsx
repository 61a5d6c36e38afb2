import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { knownOrganization, rememberOrganization } from './known-organization.ts'
import { leadToProvider } from './provider-sign-in.ts'

/** Leads to the identity provider of an organization: that of a link, else the last one. */
export function OrganizationSignIn() {
  const [id, setId] = useState(knownOrganization)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const organization = id.trim()
    const isRemembered = rememberOrganization(organization)
    setWrong(!isRemembered)
    if (isRemembered) leadToProvider(organization)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Organization ID"
          description="It starts with org_. Whoever invited you knows it."
          error={isWrong && 'This is no ID of an organization. Copy the whole text.'}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          autoComplete="organization"
          required
        />
        <Button type="submit" variant="default">
          Sign in with your company account
        </Button>
      </Stack>
    </form>
  )
}
