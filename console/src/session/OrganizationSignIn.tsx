import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { BASE_PATH } from '../api/base-path.ts'

/** The last one is remembered, which is no secret. */
const KEY = `vault-inventory.organization${BASE_PATH}`

const FORM = /^[A-Za-z0-9_-]{1,64}$/

/** Leads to the identity provider of an organization: that of the address, else the last one. */
export function OrganizationSignIn() {
  const [id, setId] = useState(knownOrganization)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const organization = id.trim()
    setWrong(!FORM.test(organization))
    if (!FORM.test(organization)) return
    localStorage.setItem(KEY, organization)
    const returnTo = encodeURIComponent(location.pathname.slice(BASE_PATH.length) + otherSearch())
    location.assign(`${BASE_PATH}/sign-in/${organization}?returnTo=${returnTo}`)
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

function knownOrganization(): string {
  const named = new URLSearchParams(location.search).get('organization') ?? ''
  return FORM.test(named) ? named : (localStorage.getItem(KEY) ?? '')
}

/** The query of the page without the organization, which is for signing in only. */
function otherSearch(): string {
  const search = new URLSearchParams(location.search)
  search.delete('organization')
  return search.size > 0 ? `?${search}` : ''
}
